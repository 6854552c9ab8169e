"""The terms of sign-up: the portal's or the network's own, and the version a publisher agreed to."""

from hashlib import sha256
from pathlib import Path

from tests.conftest import MakeDatabase
from tests.support.accounts.sign_up import credentials, sign_up
from tests.support.portal import Portal
from tests.support.server import serve

OWN = "# Terms of Acme\n\nBe fair.\n\n## Money\n\nOn the 15th, to **your** account.\n"


async def agreed_version(portal: Portal) -> str:
    alice = await sign_up(portal)
    token = (await portal.ok("/auth/sign_in", attributes=credentials(alice["email"])))["token"]
    log = (await portal.ok("/user/audit", token))["list"]
    [version] = [each["details"]["terms"] for each in log if each["action"] == "/auth/sign_up"]
    return str(version)


class TestTerms:
    async def test_guest_reads_the_default_terms_of_use(self, portal: Portal) -> None:
        terms = await portal.ok("/common/terms")

        assert terms["title"] == "Terms of the network"
        assert "## Commission" in terms["text"]
        assert await agreed_version(portal) == terms["version"]

    async def test_network_can_replace_the_terms_of_use(
        self, make_database: MakeDatabase, tmp_path: Path
    ) -> None:
        file = tmp_path / "terms.md"
        file.write_text(OWN)
        async with serve(make_database(), tmp_path / "data", TERMS_FILE=str(file)) as own:
            terms = await own.ok("/common/terms")

            assert terms == {
                "title": "Terms of Acme",
                "text": "Be fair.\n\n## Money\n\nOn the 15th, to **your** account.",
                "version": sha256(OWN.encode()).hexdigest()[:16],
            }
            assert await agreed_version(own) == terms["version"]
