"""Apps that are known by a document at their own address."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from tests.support.accounts.agents import BACK, App, question_of
from tests.support.databases import earlier
from tests.support.hostile.certificate import make_certificate
from tests.support.portal import Portal


class TestDocument:
    @pytest.mark.parametrize(
        ("document", "why"),
        [
            (
                {"client_id": "https://elsewhere.example/client.json"},
                "client_id is not its own address",
            ),
            ({"client_id": None}, "is not JSON"),
            ({"redirect_uris": []}, "redirect_uris must have"),
            ({"redirect_uris": ["javascript:alert(1)"]}, "redirect_uris must be"),
            ({"redirect_uris": "https://a.example/"}, "is not JSON"),
            ({"client_name": "x" * 5_000}, "larger than"),
            ("not json", "is not JSON"),
            (404, "status 404"),
            (302, "status 302"),
        ],
    )
    async def test_invalid_client_document_is_refused(
        self, portal: Portal, documents: "Documents", document: Any, why: str
    ) -> None:
        url = documents.serve(document)
        response = await App(portal, url).authorize()
        assert response.status_code == 400 and "location" not in response.headers
        assert why in response.text

    async def test_app_is_identified_by_its_client_document(
        self, portal: Portal, documents: "Documents"
    ) -> None:
        url = documents.serve({"client_name": "Claude"})
        app, alice = App(portal, url), await portal.someone()
        shown_host = urlsplit(url).hostname
        tokens = await app.connect(alice)
        assert await app.agent(tokens).data("site_list")
        shown = await portal.ok("/user/app_info", alice, attributes=await question_of(app))
        assert (shown["name"], shown["document_host"]) == ("Claude", shown_host)
        await app.authorize()
        assert documents.asked.count(urlsplit(url).path) == 1  # within an hour it is known

    async def test_changed_client_document_is_read_again_after_an_hour(
        self, portal: Portal, documents: "Documents"
    ) -> None:
        url = documents.serve({"client_name": "Claude"})
        app = App(portal, url)
        assert (await app.authorize()).status_code == 302
        documents.replace(url, {"redirect_uris": ["https://new.example/"]})
        async with portal.db() as db:
            await db.execute(
                f"update oauth_client set {earlier('fetched_at', '61 minutes')} where client_id = $1",
                url,
            )
        assert (await app.authorize()).status_code == 400

    async def test_client_document_at_a_private_address_is_not_read(
        self, portal: Portal, documents: "Documents", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        url = documents.serve({})
        monkeypatch.setattr(portal.resources.http_client, "allowed", ())
        response = await App(portal, url).authorize()
        assert response.status_code == 400 and "cannot be read" in response.text
        assert documents.asked.count(urlsplit(url).path) == 0


class Documents:
    """A server with documents of apps."""

    def __init__(self, port: int) -> None:
        self.origin = f"https://127.0.0.1:{port}"
        self.asked: list[str] = []
        self._answers: dict[str, Any] = {}

    def serve(self, document: Any) -> str:
        url = f"{self.origin}/{len(self._answers)}/client.json"
        self.replace(url, document)
        return url

    def replace(self, url: str, document: Any) -> None:
        usual = {"client_id": url, "client_name": "An agent", "redirect_uris": [BACK]}
        self._answers[urlsplit(url).path] = (
            usual | document if isinstance(document, dict) else document
        )

    def answer(self, path: str) -> bytes:
        self.asked.append(path)
        answer = self._answers.get(path, 404)
        if isinstance(answer, int):
            head = f"HTTP/1.1 {answer} X\r\nlocation: {self.origin}/0/client.json\r\n"
            return f"{head}content-length: 0\r\n\r\n".encode()
        body = answer.encode() if isinstance(answer, str) else msgspec.json.encode(answer)
        return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)


@asynccontextmanager
async def serve_documents(certificate: Path) -> AsyncIterator[Documents]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    found: list[Documents] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        while (await reader.readline()).strip():
            pass
        writer.write(found[0].answer(line.decode().split(" ")[1]))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    found.append(Documents(server.sockets[0].getsockname()[1]))
    async with server:
        yield found[0]


@pytest.fixture
async def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Documents]:
    certificate = make_certificate(tmp_path)
    trusted = ssl.create_default_context(cafile=certificate)
    monkeypatch.setattr("rpc.outbound.http_client.ssl_context", lambda: trusted)
    async with serve_documents(certificate) as running:
        yield running
