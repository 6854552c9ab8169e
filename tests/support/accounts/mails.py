"""Mails as they left the portal: what lies in its outbox."""

from email import message_from_bytes, policy

from tests.support.portal import Portal


def mails_to(portal: Portal, address: str, *, subject: str = "") -> list[str]:
    """The texts of the mails to an address whose subject holds these words, oldest first."""
    texts = []
    for path in sorted(portal.resources.settings.outbox.glob("*.eml")):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        body = mail.get_body(("plain",))
        if mail["To"] == address and subject in mail["Subject"] and body is not None:
            texts.append(body.get_content())
    return texts


async def links_to(portal: Portal, address: str) -> list[str]:
    """The tokens of the links that were mailed to an address, oldest first."""
    await portal.work()
    links = [text for text in mails_to(portal, address) if "?token=" in text]
    return [text.split("?token=")[1].split()[0] for text in links]
