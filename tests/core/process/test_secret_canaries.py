"""T11: secrets stay out of logs, error answers, the database and the command line, also when calls fail."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg
import psutil
import pytest

from rpc import Code
from rpc.config.settings import ROOT
from tests.conftest import MakeDatabase
from tests.support.accounts.payments import draft
from tests.support.client import Client
from tests.support.process.run import environment
from tests.support.timing import no_hang

KEY = "a-key-of-canary-tests-0123456789-abcdefghijk"
IBAN = "DE89370400440532013000"
FIRST, WRONG, SECOND, THIRD = (
    f"{word} canary passphrase 7919" for word in ("first", "wrong", "second", "third")
)
BODY = (
    '{"appId": 36, "req": {"header": {"token": "canary-token-7919"}, "attributes": {"password": "%s'
)


class Processes:
    """A web process and a worker that log all they can, on a database of their own."""

    def __init__(self, data: Path, port: int, url: str) -> None:
        self.data, self.log, self.url = data, data / "said.log", url
        settings = {"DATABASE_URL": url, "SECRET_KEY": KEY, "LOG_LEVEL": "debug", "DEMO": "0"}
        self.client = Client(f"http://127.0.0.1:{port}")
        with self.log.open("wb") as log:
            self.running = [
                psutil.Popen(
                    [sys.executable, "-m", "handlers", command],
                    env=environment(data, port) | settings, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT,
                )
                for command in ("serve", "work")
            ]  # fmt: skip

    async def ready(self) -> None:
        async with no_hang():
            while True:
                with suppress(Exception):
                    if (await self.client.http.get("/ready")).status_code == 200:
                        return
                await asyncio.sleep(0.1)

    async def mailed_token(self, page: str) -> str:
        """The token of the link to a page in the newest mail that has one."""
        async with no_hang():
            while True:
                for mail in sorted((self.data / "outbox").glob("*.eml"), reverse=True):
                    text = mail.read_text()
                    if f"{page}?token=3D" in text or f"{page}?token=" in text:
                        text = text.replace("=\n", "").replace("=3D", "=")
                        return text.split(f"{page}?token=")[1].split()[0].rstrip(">)\"'")
                await asyncio.sleep(0.1)

    async def dump(self) -> str:
        """Every row of every table."""
        db = await asyncpg.connect(self.url)
        try:
            tables = await db.fetch(
                "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
            )
            rows = [
                await db.fetch(f'select to_jsonb(t)::text from "{name}" t') for (name,) in tables
            ]
        finally:
            await db.close()
        return "\n".join(text for found in rows for (text,) in found)


@asynccontextmanager
async def run(data: Path, port: int, url: str) -> AsyncIterator[Processes]:
    processes = Processes(data, port, url)
    try:
        await processes.ready()
        yield processes
    finally:
        for each in processes.running:
            each.kill()
            each.wait()
        await processes.client.http.aclose()


def hits(texts: Mapping[str, str], secrets: Mapping[str, str]) -> list[str]:
    """Which secret is in which place, as it is or as it is written in URLs and JSON."""
    return [
        f"{secret} in {name}"
        for name, text in texts.items()
        for secret, value in secrets.items()
        if any(form in text for form in (value, quote(value), json.dumps(value)[1:-1]))
    ]


async def use_secrets(it: Processes, answers: list[str]) -> dict[str, str]:
    """Everything that a person types or is given as a secret, used rightly and wrongly; its names and values."""
    client, email = it.client, "maya@example.com"
    form = {
        "username": "maya",
        "email": email,
        "password": FIRST,
        "confirm_password": FIRST,
        "agreement": 1,
    }
    await client.ok("/auth/sign_up", attributes=form)
    verify = await it.mailed_token("email-verification")
    await client.ok("/auth/email_verify", attributes={"token": verify})
    for password in (WRONG, FIRST + "x"):
        wrong = await client.post(
            "/auth/sign_in", attributes={"account": email, "password": password}
        )
        answers.append(f"{wrong}")
    session = (await client.ok("/auth/sign_in", attributes={"account": email, "password": FIRST}))[
        "token"
    ]
    change = {"old": FIRST, "password": SECOND, "confirm_password": SECOND}
    await client.ok("/user/password_edit", session, attributes=change)
    await client.ok("/auth/pwd_forget", attributes={"email": email})
    reset = await it.mailed_token("reset-password")
    site = {
        "name": "Blog",
        "channel_type": 1,
        "channel_platform": "Own website",
        "promotion_methods": [1],
    }
    await client.ok("/site/save", session, attributes={**site, "website": "https://blog.example"})
    bank = draft("bank", "DE", "EUR", {"iban": IBAN}, password=SECOND)
    await client.ok("/payments/method_save", session, attributes=bank)
    answers.append(
        f"{await client.post('/payments/method_save', session, attributes={**bank, 'password': WRONG})}"
    )
    given = {"name": "script", "scopes": ["report.read"], "password": SECOND}
    token = (await client.ok("/common/gen_token", session, attributes=given))["token"]
    await client.ok("/home/dashboard", token)
    hook = {"event_type": 1, "delivery_type": 2, "link_url": "https://receiver.example/in"}
    postback = await client.ok("/postback/do_info", session, attributes=hook)
    shown = {"id": postback["id"], "password": SECOND, "rotate": True}
    secret = (await client.ok("/postback/secret", session, attributes=shown))["secret"]
    begun = await client.ok("/user/two_step_begin", session)
    return {
        "first password": FIRST, "wrong password": WRONG, "second password": SECOND, "third password": THIRD,
        "verification link": verify, "reset link": reset, "session": session, "API token": token,
        "account number": IBAN, "postback secret": secret, "two-step secret": begun["secret"],
        "foreign token": "canary-token-7919", "key": KEY,
    }  # fmt: skip


async def fail(it: Processes, answers: list[str], secrets: Mapping[str, str]) -> None:
    """The same secrets in requests that break off, are malformed, or meet a bug."""
    http, session = it.client.http, secrets["session"]
    for path in ("/auth/sign_in", "/no/such", "/user/password_edit"):
        for body in (
            BODY % WRONG,
            (BODY % WRONG) + '"}}}',
            json.dumps({"appId": 36, "req": {"attributes": WRONG}}),
        ):
            answer = await http.post(
                path, content=body, headers={"authorization": f"Bearer {session}"}
            )
            answers.append(answer.text)
    for path in (
        f"/reset-password?token={secrets['reset link']}",
        f"/track/none?token={session}",
        f"/files/{session}",
    ):
        await http.get(path)
    db = await asyncpg.connect(it.url)
    try:
        await db.execute("alter table audit rename to audit_away")
        change: dict[str, Any] = {
            "token": secrets["reset link"],
            "password": THIRD,
            "confirm_password": THIRD,
        }
        crashed = await it.client.post("/auth/pwd_reset", attributes=change)
        assert (crashed.status, crashed.code) == (500, Code.CRASHED.number)
        answers.append(f"{crashed}")
        await db.execute("alter table audit_away rename to audit")
    finally:
        await db.close()


async def test_secrets_appear_in_no_log_answer_or_dump(
    make_database: MakeDatabase, data: Path, port: int
) -> None:
    answers: list[str] = []
    async with run(data, port, make_database()) as it:
        secrets = await use_secrets(it, answers)
        await fail(it, answers, secrets)
        lines = [" ".join(process.cmdline()) for process in it.running]
        dump = await it.dump()
    log = it.log.read_text(errors="replace")

    texts = {
        "log": log,
        "answers": "\n".join(answers),
        "database": dump,
        "command line": "\n".join(lines),
    }
    assert hits(texts, secrets) == []
    assert "/auth/sign_in" in log, "the control: the log is what was read"
    assert "UndefinedTableError" in log
    assert "maya@example.com" in dump, "the control: so is the database"


@pytest.mark.parametrize("form", ["{}", '{{"password": "{}"}}', "/reset-password?token={}"])
def test_check_finds_a_logged_secret(form: str) -> None:
    """The control: a body that was logged once."""
    assert hits({"log": form.format(quote(WRONG))}, {"wrong password": WRONG}) == [
        "wrong password in log"
    ]
