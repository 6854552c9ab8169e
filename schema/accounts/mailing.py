"""What an account can unsubscribe from by a link in its mails: a kind of notification, or a saved view's mails."""

from msgspec import Struct

KINDS = {
    "payments": "about your payments, settlements and cases",
    "brands": "about brands that accept or decline your channels",
    "links": "about broken links",
    "alerts": "about what the watch finds wrong",
}
"""The kinds of notifications that are mailed, in words."""
VIEW = "view:"


def view_mailing(view_id: int) -> str:
    return f"{VIEW}{view_id}"


class Subscription(Struct, frozen=True, array_like=True):
    """An account's subscription to mails of one kind."""

    publisher_id: int
    account_id: int
    mailing: str

    @property
    def view_id(self) -> int | None:
        """The id of the saved view that is mailed; None for a kind of notification."""
        return int(self.mailing.removeprefix(VIEW)) if self.mailing.startswith(VIEW) else None

    @property
    def words(self) -> str:
        return KINDS.get(self.mailing, "with the figures of this saved view")
