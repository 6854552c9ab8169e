"""Uploads that are malformed, too many or of another site."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import psutil
import pytest

from rpc import Code
from rpc.security.rate_limits import MINUTE, SharedLimit
from tests.support.accounts.uploads import MIB, stored_files
from tests.support.hostile.files import image, send
from tests.support.portal import Portal
from tests.support.server import LIFTED
from tests.support.timing import least_cpu, no_hang
from tests.support.wire import port_of


class TestMultipart:
    """The body itself."""

    async def test_malformed_upload_is_refused(self, portal: Portal) -> None:
        alice, before = await portal.someone(), stored_files(portal)
        data = json.dumps({"appId": 36, "token": alice.token})
        for wrong in ("", "{", "[]", '{"appId": 35}', '{"appId": 36, "x": 1}', "\x00"):
            reply = await send(portal, image(), alice, data=wrong)
            assert reply.code in (Code.REQUEST_INVALID.number, Code.APP_ID_WRONG.number), reply
        kind = {"content-type": "multipart/form-data; boundary=b"}
        part = 'Content-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
        for body in (
            b"",
            b"--b--",
            b"nonsense",
            f"--b\r\n{part.format('data', data)}--b--".encode(),
            f"--b\r\n{part.format('file', 'text')}--b\r\n{part.format('data', data)}--b--".encode(),
            f"--b\r\n{part.format('data', data)}".encode(),
            ("--b\r\n" + part.format("x", "y")).encode() * 10_000 + b"--b--",
            b"--b\r\n" + b"X-A: " + b"y" * 100_000 + b"\r\n\r\n--b--",
            b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
        ):
            answer = await portal.http.post("/common/upload", content=body, headers=kind)
            assert (answer.status_code, answer.json()["code"]) == (200, 21000), body[:80]
        assert stored_files(portal) == before

    async def test_refusal_of_an_upload_names_what_is_wrong_with_it(self, portal: Portal) -> None:
        alice = await portal.someone()
        data = json.dumps({"appId": 36, "token": alice.token})
        file = ("a.png", image(), "image/png")
        cases: list[tuple[dict[str, Any], str]] = [
            ({"files": {"data": (None, data)}}, "`file` is required"),
            ({"files": {"data": (None, data), "file": (None, "x")}}, "`file` must be a file"),
            ({"files": {"file": file}}, "`data` is required"),
            ({"files": {"data": ("data.json", data)}}, "`data` must be a field of the form"),
            ({"files": {"file": file}, "data": {"data": "{"}}, "`data` is not valid JSON"),
            ({"files": {"file": file}, "data": {"data": "[]"}}, "`data` must be object"),
            ({"files": {"file": file}, "data": {"data": '{"appId": 36, "x": 1}'}}, "`data.x` is not"),
            ({"files": {"file": file}, "data": {"data": data, **dict.fromkeys("abcd", "x")}}, "nothing else"),
            ({"files": {"file": file, "more": file}, "data": {"data": data}}, "nothing else"),
        ]  # fmt: skip
        for given, why in cases:
            answer = await portal.http.post("/common/upload", **given)
            assert (answer.status_code, answer.json()["code"]) == (200, 21000), why
            assert why in answer.json()["message"]
        whole = portal.http.build_request(
            "POST", "/common/upload", data={"data": data}, files={"file": file}
        )
        kind = {"content-type": whole.headers["content-type"]}
        cut = (await whole.aread())[:-60]
        answer = await portal.http.post("/common/upload", content=cut, headers=kind)
        assert answer.json()["message"] == "The body ended before its file did"

    async def test_upload_that_is_not_multipart_is_refused(self, portal: Portal) -> None:
        answer = await portal.http.post("/common/upload", json={"appId": 36})
        assert (answer.status_code, answer.json()["code"]) == (415, 21000)

    @pytest.mark.parametrize("charset", ["idna", "punycode", "undefined", "utf-16", "no-such"])
    async def test_upload_that_declares_another_charset_than_utf_8_is_refused(
        self, portal: Portal, charset: str
    ) -> None:
        part = b'--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n%b\r\n--b--\r\n'
        kind = {"content-type": f"multipart/form-data; boundary=b; charset={charset}"}
        usual = {**kind, "content-type": "multipart/form-data; boundary=b; charset=utf-8"}
        content = part % (b"x..-" + b"ba" * 30_000)

        async def refuse(headers: dict[str, str], why: str) -> None:
            answer = await portal.http.post("/common/upload", content=content, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (200, 21000)
            assert why in answer.json()["message"]

        took = await least_cpu(lambda: refuse(kind, "UTF-8"))
        assert took < 20 * await least_cpu(lambda: refuse(usual, "JSON"))

    async def test_upload_that_declares_utf_8_is_accepted(self, portal: Portal) -> None:
        """The control."""
        token = (await portal.someone()).token.encode()
        kind = {"content-type": "multipart/form-data; boundary=b; Charset=UTF-8"}
        head = b'--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n'
        part = head + b'{"appId": 36, "token": "' + token + b'"}\r\n--b--\r\n'
        answer = await portal.http.post("/common/upload", content=part, headers=kind)
        assert "`file`" in answer.json()["message"]

    async def test_upload_from_another_origin_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone()
        answer = await portal.http.post(
            "/common/upload",
            data={"data": json.dumps({"appId": 36, "token": alice.token})},
            files={"file": ("a.png", image(), "image/png")},
            headers={"origin": "https://evil.example"},
        )
        assert answer.json()["code"] == Code.NOT_ALLOWED.number

    async def test_hostile_uploads_leave_no_file(self, portal: Portal) -> None:
        alice, before = await portal.someone(), stored_files(portal)
        process = psutil.Process()
        used = process.memory_info().rss
        data = json.dumps({"appId": 36, "token": alice.token})
        head = f'--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{data}\r\n'
        file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
        kind = {"content-type": "multipart/form-data; boundary=b"}

        async def endless() -> AsyncIterator[bytes]:
            yield (head + file).encode()
            for _ in range(20):
                yield b"x" * MIB

        async def one() -> int:
            try:
                answer = await portal.http.post("/common/upload", content=endless(), headers=kind)
            except Exception:  # the portal may close before all is sent
                return 413
            return answer.status_code

        for _ in range(10):
            assert set(await asyncio.gather(*(one() for _ in range(5)))) <= {413, 503}

        assert stored_files(portal) == before
        assert process.memory_info().rss - used < 50 * MIB

    async def test_excess_concurrent_uploads_wait_or_answer_unavailable(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        replies = await asyncio.gather(*(send(portal, image(), alice) for _ in range(30)))
        assert {reply.code for reply in replies} <= {0, Code.UNAVAILABLE.number}
        assert [reply.code for reply in replies].count(0) >= 20


class TestGuestLimit:
    async def test_upload_limit_applies_before_the_body_is_read(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        strict = LIFTED._replace(upload_guest=SharedLimit("upload_guest", ((1, MINUTE),)))
        monkeypatch.setattr(portal.resources, "shared_limits", strict)
        head = (
            b"POST /common/upload_not_logged HTTP/1.1\r\nHost: portal.test\r\n"
            b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", port_of(portal))
        nonsense = {"content-type": "multipart/form-data; boundary=b"}
        first = await portal.raw("/common/upload_not_logged", b"nonsense", nonsense)
        writer.write(head)  # and nothing of the body
        async with no_hang():
            status = await reader.readline()
        writer.close()

        assert first.code == Code.REQUEST_INVALID.number
        assert b" 429 " in status
