"""Mails in the portal's outbox, as they were sent."""

from collections import defaultdict
from email import message_from_bytes, policy
from email.parser import BytesHeaderParser
from pathlib import Path

from tests.support.portal import Portal


class Outbox:
    """The mails of a folder by their addresses. Each header is read once: thousands of other tests' lie there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: set[Path] = set()
        self.to: defaultdict[str, list[Path]] = defaultdict(list)

    def mails_to(self, address: str) -> list[Path]:
        """The files of the mails to an address, oldest first."""
        parser = BytesHeaderParser(policy=policy.default)
        for path in set(self.folder.glob("*.eml")) - self.seen:
            self.seen.add(path)
            with path.open("rb") as file:
                self.to[str(parser.parse(file)["To"])].append(path)
        return sorted(self.to[address])


OUTBOXES: dict[Path, Outbox] = {}


def mails_to(portal: Portal, address: str, *, subject: str = "") -> list[str]:
    """The texts of the mails to an address whose subject holds these words, oldest first."""
    return texts_to(portal.resources.settings.outbox, address, subject=subject)


def texts_to(folder: Path, address: str, *, subject: str = "") -> list[str]:
    """The same of an outbox in this folder."""
    outbox = OUTBOXES.setdefault(folder, Outbox(folder))
    texts = []
    for path in outbox.mails_to(address):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        body = mail.get_body(("plain",))
        if subject in mail["Subject"] and body is not None:
            texts.append(body.get_content())
    return texts


async def links_to(portal: Portal, address: str) -> list[str]:
    """The tokens of the links that were mailed to an address, oldest first."""
    await portal.work()
    links = [text for text in mails_to(portal, address) if "?token=" in text]
    return [text.split("?token=")[1].split()[0] for text in links]
