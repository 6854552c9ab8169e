"""No input that names an address makes the portal call a private one (trust.md T5)."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Any

import pytest

import rpc.outbound.link_checker
from rpc import Fault
from rpc.config.oidc_providers import OidcProvider
from rpc.outbound.bounded_stream import connect
from rpc.outbound.http_client import GuardedBackend, HttpClient, is_public
from rpc.outbound.link_checker import LinkChecker
from rpc.outbound.oidc import OidcClient, OidcError
from rpc.outbound.postback_client import PostbackClient
from rpc.outbound.s3_client import S3Client
from rpc.outbound.sftp_client import SftpClient
from rpc.postbacks.dispatcher import dispatch
from schema.exports.delivery_failure import DeliveryFailed, Failure
from schema.exports.schedule import SSH_PORT, Target, TargetKind
from tests.conftest import MakeDatabase
from tests.support.client import PASSWORD
from tests.support.hostile.addresses import ANSWERING, INSIDE_4, INSIDE_6, OPEN, corpus
from tests.support.hostile.network import Called, canaries, inside
from tests.support.orders.brands import draft
from tests.support.orders.settling import run_job
from tests.support.portal import Portal
from tests.support.server import serve
from tests.support.timing import no_hang

AT_ONCE = 8
LATER = f"http://{ANSWERING}/"
"""The control: it is public, so it is called."""
SITE = {
    "name": "Blog",
    "channel_type": 1,
    "channel_platform": "Own website",
    "promotion_methods": [1],
}
OF_INSIDE = frozenset(INSIDE_4 + INSIDE_6)
PART = int(os.environ.get("CORPUS_PART", "10"))
"""Of the corpus each tenth URL; with 1 all of it, in some minutes."""
DIRECT = [url for url in corpus() if "?to=" not in url][::PART]
LED = [url for url in corpus() if "?to=" in url][::PART]


@pytest.fixture(scope="module")
async def production(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal as in production: no network is allowed beside the public one."""
    async with serve(make_database(), tmp_path_factory.mktemp("closed"), DEMO="0") as running:
        yield running


@pytest.fixture
async def network(production: Portal, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Called]:
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    own = ("127.0.0.1", int(production.url.rpartition(":")[2]))
    async with canaries(monkeypatch, own) as called:
        yield called


async def for_each(urls: Sequence[str], ask: Callable[[str], Awaitable[object]]) -> None:
    waiting = iter(urls)

    async def one_after_another() -> None:
        for url in waiting:
            await ask(url)

    await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))


def check(called: Called) -> None:
    """No canary was called, and the control was."""
    assert inside(called) == []
    assert (OPEN, 80) in called


def postback(url: str) -> dict[str, Any]:
    return {"event_type": 1, "delivery_type": 1, "link_url": url}


class TestPostbacks:
    async def test_postbacks_reach_no_private_address(
        self, production: Portal, network: Called
    ) -> None:
        who, answers = await production.someone(), set[int | None]()
        saved = await production.ok("/postback/do_info", who, attributes=postback(LATER))

        async def ask(url: str) -> None:
            given = postback(url)
            for path, attributes in (
                ("/postback/do_info", {**given, "id": saved["id"]}),
                ("/postback/do_test", {"draft": given}),
            ):
                answers.add((await production.post(path, who, attributes=attributes)).code)

        await for_each([*DIRECT, *LED, LATER], ask)
        assert answers <= {0, 20197, 21000}
        stop = asyncio.Event()
        sending = asyncio.create_task(dispatch(production.resources, stop))
        waiting = "select count(*) from delivery where test and state = 'waiting'"
        async with no_hang():
            while await production.value(waiting):
                await asyncio.sleep(0.05)
        stop.set()
        await sending
        check(network)
        sent = "select count(*) from delivery where state = 'delivered'"
        assert await production.value(sent) > 0

    async def test_postback_client_reaches_no_private_address(self, network: Called) -> None:
        client, outcomes = PostbackClient(()), dict[str | None, int]()

        async def ask(url: str) -> None:
            outcome = await client.send("GET", url, {}, None)
            outcomes[outcome.error] = outcomes.get(outcome.error, 0) + 1

        urls = [*DIRECT, *LED, LATER]
        await for_each([url for url in urls if url.isascii()], ask)  # nothing else is saved
        check(network)
        assert outcomes["forbidden"] > 50
        assert outcomes["redirect"] >= len(LED)


class TestBrokenLinks:
    async def test_link_checker_reaches_no_private_address(self, network: Called) -> None:
        checker = LinkChecker(())

        async def ask(url: str) -> None:
            with suppress(ValueError):  # no link can have it as its target
                await checker.check(url, "click_ref", LATER)

        await for_each([*DIRECT, *LED, LATER], ask)
        await checker.aclose()
        check(network)

    async def test_link_check_job_reaches_no_private_address(
        self, production: Portal, network: Called
    ) -> None:
        who = await production.someone()
        brand = await production.brand(site_url=LATER, domains=[ANSWERING])
        await production.join(who, brand)
        for url in [*LED[::2], LATER]:
            reply = await production.post(
                "/tools/link_code", who, attributes={"mcid": brand.mcid, "target_url": url}
            )
            assert reply.code in (0, 20188, 21000), reply
        await run_job(production, "/tools/check_links")
        check(network)
        found = "select count(*) from link_check where publisher_id = $1 and found is not null"
        assert await production.value(found, who.uid) > 10


class TestOtherEntryPoints:
    async def test_site_proofs_reach_no_private_address(
        self, production: Portal, network: Called
    ) -> None:
        who = await production.someone()

        site: dict[str, Any] = {**SITE, "id": who.site_id}
        proved = 0
        for url in [*DIRECT[::2], *LED[::5], LATER]:
            saved = await production.post("/site/save", who, attributes={**site, "website": url})
            for method in ("meta", "file") if saved.code == 0 else ():
                given = {"id": who.site_id, "method": method}
                assert (await production.post("/site/verify", who, attributes=given)).code == 20089
                proved += 1
        check(network)
        assert proved > 10

    async def test_logo_fetches_reach_no_private_address(
        self, production: Portal, network: Called
    ) -> None:
        operator, saved = await production.operator(), 0
        whole = draft()
        for url in [*DIRECT[::4], *LED[::4], LATER]:
            given = {**whole, "logo": url}
            saved += (
                await production.post("/network/brand_save", operator, attributes=given)
            ).code == 0
            await production.work()
        check(network)
        assert saved > 10

    async def test_oidc_provider_urls_reach_no_private_address(self, network: Called) -> None:
        async def ask(name: str, url: str) -> None:
            provider = OidcProvider(
                name="acme", client_id="id", client_secret="x",
                **{"issuer": f"http://{ANSWERING}", name: url},
            )  # fmt: skip
            client = OidcClient((provider,), HttpClient())
            with suppress(Fault, OidcError):
                await client.identify(
                    provider, "http://portal.test", code="c", nonce="n", code_verifier="v" * 43
                )

        for url in [*DIRECT[::2], *LED[::5]]:
            for name in ("issuer", "token_endpoint", "jwks_uri"):
                await ask(name, url)
        check(network)

    async def test_fallback_url_of_a_link_is_never_requested_by_the_portal(
        self, production: Portal, network: Called
    ) -> None:
        who, operator, whole = await production.someone(), await production.operator(), draft()
        site = {**SITE, "id": who.site_id, "website": LATER}
        for url in [*DIRECT[::4], *LED[::4], LATER]:
            await production.post("/site/save", who, attributes={**site, "fallback_url": url})
            await production.post(
                "/network/brand_save", operator, attributes={**whole, "fallback_url": url}
            )
        await production.work()
        assert network == []


class Believing(GuardedBackend):
    """The obvious guard: it looks at the addresses of a name, and then lets the system look it up again."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the parameter of httpcore
        *_: Any,
        **__: Any,
    ) -> Any:
        await self.addresses(host, port)
        return await connect(host, port, timeout)


async def test_simpler_check_would_reach_a_private_address_from_an_entry_point(
    network: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr("rpc.outbound.postback_client.GuardedBackend", Believing)
    client = PostbackClient(())
    names = [url for url in corpus() if "/rebind-" in url]
    await for_each(names, lambda url: client.send("GET", url, {}, None))
    assert len(inside(network)) > 20


class TestSchedules:
    async def test_s3_client_reaches_no_private_address(self, network: Called) -> None:
        failures = dict[Failure, int]()

        async def ask(url: str) -> None:
            target = Target(
                kind=TargetKind.S3, endpoint=url, region="eu", bucket="orders", access_key="k"
            )
            try:
                with TemporaryFile() as file:
                    await S3Client(HttpClient(), target, "secret").put_file("a.csv", file)
            except DeliveryFailed as error:
                failures[error.failure] = failures.get(error.failure, 0) + 1
            except ValueError:  # no endpoint is saved with it
                return

        await for_each([*DIRECT, *LED, LATER], ask)
        check(network)
        assert failures[Failure.FORBIDDEN] > 50

    async def test_sftp_client_reaches_no_private_address(
        self, network: Called, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        called, failures = Called(), dict[Failure, int]()

        async def refuse(address: str, port: int) -> Any:
            called.append((address, port))
            raise ConnectionRefusedError

        monkeypatch.setattr("rpc.outbound.sftp_client.connect_socket", refuse)

        async def ask(url: str) -> None:
            host = url.partition("://")[2].partition("/")[0]
            for port in (SSH_PORT, 2_222):
                target = Target(kind=TargetKind.SFTP, host=host.strip("[]"), port=port, user="u")
                try:
                    await SftpClient((), target, "secret", None).put_files({})
                except DeliveryFailed as error:
                    failures[error.failure] = failures.get(error.failure, 0) + 1

        await for_each([*DIRECT, LATER], ask)
        assert [each for each in called if each[0] in OF_INSIDE or not is_public(each[0])] == []
        assert {(OPEN, SSH_PORT), (OPEN, 2_222)} <= {*called}
        assert failures[Failure.FORBIDDEN] > 50
        called.clear()
        for port in (21, 23, 80, 443, 1_023):
            await ask_port(port)
        assert called == []

    async def test_schedules_reach_no_private_address(
        self, production: Portal, network: Called
    ) -> None:
        who, answers = await production.someone(), set[int | None]()
        for url in [*DIRECT[::4], LATER.replace("http:", "https:")]:
            given = {
                "name": "Orders", "report": "transactions", "days": "last_7", "every": "day", "kind": "s3",
                "endpoint": url.replace("http:", "https:"), "region": "eu", "bucket": "orders", "access_key": "k",
                "secret": "s", "password": PASSWORD,
            }  # fmt: skip
            reply = await production.post("/reports/schedule_save", who, attributes=given)
            answers.add(reply.code)
            if reply.code == 0:
                await production.work()
                of = {"id": reply.data["id"]}
                await production.ok("/reports/schedule_del", who, attributes=of)
        assert answers == {0, 20197, 21000}
        assert inside(network) == []
        assert (OPEN, 443) in network


async def ask_port(port: int) -> None:
    """An SFTP server at the port of another service is not called."""
    target = Target(kind=TargetKind.SFTP, host=ANSWERING, port=port, user="u")
    with pytest.raises(DeliveryFailed) as refused:
        await SftpClient((), target, "secret", None).put_files({})
    assert refused.value.failure is Failure.FORBIDDEN


class TestDocumentsOfApps:
    async def test_document_of_an_app_reaches_no_private_address(
        self, production: Portal, network: Called
    ) -> None:
        """An app's id is an address that anybody can put into a link."""
        statuses = set[int]()

        async def ask(url: str) -> None:
            _, _, rest = url.partition("://")
            host, _, path = rest.partition("/")
            params = {"client_id": f"https://{host}/{path or 'client.json'}"}
            response = await production.http.get("/oauth/authorize", params=params)
            statuses.add(response.status_code)

        # One address asks for one document at a time.
        for url in [*DIRECT, *LED, LATER]:
            await ask(url)
        assert statuses == {400}
        assert inside(network) == []
        assert (OPEN, 443) in network
