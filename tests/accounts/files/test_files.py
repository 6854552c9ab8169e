"""The endpoint of files: images by an unguessable name, documents by ticket (trust.md T14)."""

from datetime import timedelta

import pytest

from tests.support.hostile.files import PDF, send_all
from tests.support.portal import Portal


class TestFiles:
    async def test_stored_image_is_served_inline_cacheable_and_sandboxed(
        self, portal: Portal
    ) -> None:
        given = await send_all(portal, await portal.someone())

        headers = (await portal.http.get(given["url"])).headers

        assert headers["content-disposition"] == "inline"
        assert headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in headers["content-security-policy"]
        assert "immutable" in headers["cache-control"]

    async def test_stored_document_is_served_as_attachment_while_its_ticket_is_valid(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        url = (await send_all(portal, await portal.someone(), PDF))["url"]
        name, now = url.rpartition("/")[2], portal.resources.clock.now()
        ticket = portal.resources.signed_urls.make(name, "Märkte;\r\n.pdf", now)

        answer = await portal.http.get(f"{url}?ticket={ticket}")

        assert (answer.status_code, answer.content) == (200, PDF)
        disposition = answer.headers["content-disposition"]
        assert disposition == "attachment; filename*=UTF-8''M%C3%A4rkte%3B%0D%0A.pdf"
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        later = portal.resources.signed_urls.make(name, "a", now - timedelta(minutes=10))
        other = portal.resources.signed_urls.make("another.pdf", "a", now)
        for wrong in (
            "",
            f"?ticket={later}",
            f"?ticket={other}",
            f"?ticket={ticket[:-1]}",
            "?ticket=x",
        ):
            assert (await portal.http.get(url + wrong)).status_code == 404

    @pytest.mark.parametrize("name", ["a.png", "x" * 32 + ".svg", "x" * 32 + ".png", "%00.png"])
    async def test_unknown_stored_file_answers_404(self, portal: Portal, name: str) -> None:
        answer = await portal.http.get(f"/files/{name}")
        assert answer.status_code == 404
        assert answer.content == b"There is no such file, or its link has expired\n"

    async def test_path_outside_the_file_storage_serves_the_web_app(self, portal: Portal) -> None:
        (portal.resources.settings.data_dir / "left.txt").write_text("a secret")
        answer = await portal.http.get("/files/..%2fleft.txt")
        page = await portal.http.get("/any/page")
        assert (answer.status_code, answer.content) == (page.status_code, page.content)
