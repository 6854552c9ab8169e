"""A mailbox on somebody's IMAP server, as far as a client needs it that reads and deletes mails (RFC 9051)."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

PASSWORD = "imap-password"


@dataclass
class ImapServer:
    mails: dict[int, bytes] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    deleted: set[int] = field(default_factory=set)
    hangs: bool = False
    keeps: bool = False
    """Whether it fails when a mail is marked, as a server whose disk is full."""
    port: int = 0

    @property
    def url(self) -> str:
        return f"imap://bounces%40network.example:{PASSWORD}@127.0.0.1:{self.port}/Returned"

    def deliver(self, mail: bytes) -> int:
        number = len(self.mails) + len(self.deleted) + 1
        self.mails[number] = mail.replace(b"\n", b"\r\n")
        return number

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, EOFError):
                if self.hangs:
                    await reader.read()
                    return
                writer.write(b"* OK ready\r\n")
                while line := await reader.readline():
                    tag, _, command = line.decode().strip().partition(" ")
                    for answer in self.answer(command):
                        writer.write(answer + b"\r\n")
                    status = b"NO refused" if self.refuses(command) else b"OK done"
                    writer.write(tag.encode() + b" " + status + b"\r\n")
                    await writer.drain()
        finally:
            writer.close()

    def refuses(self, command: str) -> bool:
        if command.startswith("LOGIN"):
            return PASSWORD not in command
        if command.startswith("SELECT"):
            return "Returned" not in command
        return self.keeps and "STORE" in command

    def answer(self, command: str) -> list[bytes]:
        if command == "CAPABILITY":
            return [b"* CAPABILITY IMAP4rev1"]
        if command.startswith("SELECT"):
            return [f"* {len(self.mails)} EXISTS".encode()]
        if command == "UID SEARCH UNSEEN":
            unseen = sorted(self.mails.keys() - self.seen)
            return [" ".join(["* SEARCH", *map(str, unseen)]).encode()]
        if found := re.match(r"UID FETCH (\d+) ", command):
            mail = self.mails[int(found[1])]
            head = f"* 1 FETCH (UID {found[1]} BODY[]<0> {{{len(mail)}}}\r\n".encode()
            return [head + mail + b")"]
        if (found := re.match(r"UID STORE (\d+) \+FLAGS \(\\(\w+)\)", command)) and not self.keeps:
            (self.deleted if found[2] == "Deleted" else self.seen).add(int(found[1]))
        if command == "EXPUNGE":
            for number in self.deleted:
                self.mails.pop(number, None)
        return []


@asynccontextmanager
async def run_imap() -> AsyncIterator[ImapServer]:
    made = ImapServer()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
