"""The permissions of each role: calls declare the one they require, screens read the account's own list."""

from enum import StrEnum

PAYMENT_READ = "payment.read"
"""The permission that other calls require in addition if they would show or send payments."""
PAYEE_EDIT = "payee.edit"
"""The permission of owners to change payment methods, and to confirm those that others propose (`payee.propose`)."""
TEAM_EDIT = "team.edit"
"""The permission of owners, who also see what other members of their publisher do."""
ACCOUNT_EDIT = "account.edit"
"""The permission to change what belongs to the publisher as a whole, such as its company."""
SCHEDULE_EDIT = "schedule.edit"
"""The permission to have exports delivered to servers of the publisher's own: of owners and finance members."""
POSTBACK_EDIT = "postback.edit"
"""The permission to manage postbacks: of payments with `payment.read`, of all other events with `postback.general`."""
POSTBACK_GENERAL = "postback.general"
"""The permission to manage postbacks of other events than payments, which finance members do not have."""
MONEY_READ = "money.read"
"""The permission to see amounts: sales, commission and what follows from them. Analysts may be without it."""


class Role(StrEnum):
    """A member's role at a publisher. The network's staff have the role `operator`."""

    OWNER = "owner"
    MANAGER = "manager"
    FINANCE = "finance"
    ANALYST = "analyst"
    DEVELOPER = "developer"


PERMISSIONS: dict[str, tuple[str, ...]] = {
    "owner": (
        "brand.read",
        "site.edit",
        "link.edit",
        "postback.edit",
        "postback.general",
        "report.read",
        "money.read",
        "report.edit",
        "case.edit",
        "payment.read",
        "payment.edit",
        "payee.propose",
        "payee.edit",
        "schedule.edit",
        "token.edit",
        "team.read",
        "team.edit",
        "profile.edit",
        "account.edit",
    ),
    "manager": (
        "brand.read",
        "site.edit",
        "link.edit",
        "postback.edit",
        "postback.general",
        "report.read",
        "money.read",
        "report.edit",
        "case.edit",
        "token.edit",
        "team.read",
        "profile.edit",
    ),
    "finance": (
        "brand.read",
        "report.read",
        "money.read",
        "payment.read",
        "payment.edit",
        "payee.propose",
        "schedule.edit",
        "postback.edit",
        "team.read",
        "profile.edit",
    ),
    "analyst": (
        "brand.read",
        "report.read",
        "money.read",
        "payment.read",
        "team.read",
        "profile.edit",
    ),
    "developer": (
        "brand.read",
        "link.edit",
        "postback.edit",
        "postback.general",
        "report.read",
        "money.read",
        "token.edit",
        "team.read",
        "profile.edit",
    ),
    "operator": (
        "brand.read",
        "brand.edit",
        "relationship.review",
        "site.review",
        "order.edit",
        "case.review",
        "alert.review",
        "settlement.edit",
        "payment.send",
        "entity.edit",
        "vat.review",
        "account.lock",
        "account.impersonate",
        "staff.edit",
        "news.edit",
    ),
}
"""The permissions of each role. Calls declare the one they require; screens read the account's own list."""
IN_PERSON = frozenset(
    {
        "payment.edit",
        "payee.propose",
        "payee.edit",
        "schedule.edit",
        "token.edit",
        "team.edit",
        "profile.edit",
        "account.edit",
    }
)
"""Permissions that only members themselves have: the network's staff, signed in as a publisher, do not."""


GUARDED = frozenset({"payment.edit", "payee.propose", "payee.edit", "team.edit"})
"""Permissions that somebody gets only three days after becoming an owner, manager or finance member."""
OF_WHOLE_PUBLISHER = frozenset(
    {
        "payment.read",
        "payment.edit",
        "payee.propose",
        "payee.edit",
        "schedule.edit",
        "team.edit",
        "account.edit",
    }
)
"""Permissions for what belongs to no channel, which members who see only some channels do not have."""
OF_MONEY = frozenset({MONEY_READ, PAYMENT_READ})
"""Permissions that an analyst without money does not have."""
NO_SCOPES = frozenset({MONEY_READ, POSTBACK_GENERAL})
"""Permissions that tokens and apps inherit from the person who created them, regardless of scopes."""


def permissions_of(
    role: str,
    *,
    impersonated: bool = False,
    guarded: bool = False,
    narrowed: bool = False,
    with_money: bool = True,
) -> tuple[str, ...]:
    """The permissions of a role: fewer if the network's staff act for the account.

    Fewer, too, while the role is new (`guarded`), for members who see some channels only (`narrowed`), or no amounts.
    """
    refused: frozenset[str] = frozenset()
    if impersonated:
        refused |= IN_PERSON
    if guarded:
        refused |= GUARDED
    if narrowed:
        refused |= OF_WHOLE_PUBLISHER
    if not with_money:
        refused |= OF_MONEY
    names = tuple(name for name in PERMISSIONS[role] if name not in refused)
    if PAYMENT_READ not in names and POSTBACK_GENERAL not in names:
        return tuple(name for name in names if name != POSTBACK_EDIT)
    return names
