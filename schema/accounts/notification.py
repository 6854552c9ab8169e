"""What an account can unsubscribe from by a link in its mails: a kind of notification, or a saved view's mails."""

from msgspec import Struct

from schema.accounts.permission import Role

KINDS = {
    "payments": "about your payments, settlements and cases",
    "brands": "about brands that accept or decline your channels",
    "links": "about broken links",
    "alerts": "about what the watch finds wrong",
}
"""The kinds of notifications that are mailed, in words."""
RECIPIENTS: dict[str, frozenset[Role]] = {
    "alerts": frozenset({Role.OWNER, Role.MANAGER}),
    "case_step": frozenset({Role.OWNER, Role.MANAGER, Role.FINANCE}),
    "change_hastened": frozenset({Role.OWNER, Role.FINANCE}),
    "change_stopped": frozenset({Role.OWNER, Role.FINANCE}),
    "guarded_change": frozenset({Role.OWNER, Role.FINANCE}),
    "links_broken": frozenset({Role.OWNER, Role.MANAGER, Role.DEVELOPER}),
    "method_proposed": frozenset({Role.OWNER}),
    "payment_method": frozenset({Role.OWNER, Role.FINANCE}),
    "payment_state": frozenset({Role.OWNER, Role.FINANCE}),
    "postback_failing": frozenset({Role.OWNER, Role.MANAGER, Role.DEVELOPER}),
    "postback_paused": frozenset({Role.OWNER, Role.MANAGER, Role.DEVELOPER}),
    "relationship": frozenset({Role.OWNER, Role.MANAGER}),
    "schedule_stopped": frozenset({Role.OWNER, Role.FINANCE}),
    "self_billing": frozenset({Role.OWNER, Role.FINANCE}),
    "vat_review": frozenset({Role.OWNER, Role.FINANCE}),
}
"""The roles of the members to whom a mail about their publisher is sent. All other mails are about one account."""
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
