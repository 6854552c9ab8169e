"""The signed-in account, its role and its publisher."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from schema.core.scalar import At, Id, Text64, Text100, Text255

NETWORK = 0
"""The publisher id of the network's staff: their accounts and files belong to it."""
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
"""Permissions that tokens and apps have from their maker, whatever their scopes."""


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


class DefaultSite(Struct, frozen=True):
    id: Id
    name: str


class VatStatus(StrEnum):
    """Whether and how a publisher is registered for VAT.

    `small_business`: exempt from VAT as a small business, like a German Kleinunternehmer; VAT is never added.
    """

    REGISTERED = "registered"
    SMALL_BUSINESS = "small_business"
    NOT_REGISTERED = "not_registered"


class Company(Struct, frozen=True, forbid_unknown_fields=True):
    """The publisher's legal details; a person without a company gives their own name."""

    name: Text100
    country: Text100
    category: Text100 | None = None
    address: Text255 | None = None
    city: Text100 | None = None
    province: Text100 | None = None
    postal_code: Text100 | None = None
    entity: Literal["company", "person"] | None = None
    """Null if the publisher was never asked."""
    tax_id: Text64 | None = None
    vat_id: Text64 | None = None
    self_billing: bool = False
    """Whether the network may write invoices in the publisher's name. Setting it agrees to the text in force."""
    vat_status: VatStatus | None = None
    """Null if the publisher was never asked; if left out, it stays unchanged. `registered` needs a `vat_id` or, where
    the country allows it (DE), a `tax_id`."""


class Account(Struct, frozen=True, kw_only=True):
    """The signed-in account, as /user/profile returns it."""

    id: Id
    uid: int
    username: str
    nickname: str
    avatar: str
    account: str
    login_email: str
    email_verified: bool
    default_site: DefaultSite | None
    roles: list[str]
    permissions: list[str]
    site_ids: list[int] | None
    """The channels that the account may see; null for all of the publisher's."""
    company: Company | None
    time_zone: str
    currency: str
    language: str
    referral_url: str
    two_step: bool
    impersonated_by: str | None
    guarded_until: At | None
    """Until then the account moves no money and changes neither payees nor the team, because its role is new."""
    session_expires_at: At
    sandbox: bool
    """Whether the session is in the sandbox of the publisher."""
