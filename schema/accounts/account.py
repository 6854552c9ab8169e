"""Who is signed in, and for which publisher."""

from msgspec import Struct

from schema.core.scalar import At, Id, Text100, Text255

PERMISSIONS: dict[str, tuple[str, ...]] = {
    "owner": (
        "site.edit",
        "link.edit",
        "report.read",
        "payment.read",
        "payment.edit",
        "account.edit",
    ),
    "operator": (
        "brand.edit",
        "relationship.review",
        "site.review",
        "order.edit",
        "payment.send",
        "account.impersonate",
    ),
}
"""What each role may do. A server check and a screen's both read the account's own list, made from here."""


OWNER_ONLY = frozenset({"payment.edit", "account.edit"})
"""What no session may do that the network's staff opened for somebody."""


class DefaultSite(Struct, frozen=True):
    id: Id
    name: str


class Company(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the publisher is on paper."""

    name: Text100
    country: Text100
    category: Text100 | None = None
    address: Text255 | None = None
    city: Text100 | None = None
    province: Text100 | None = None
    postal_code: Text100 | None = None


class Account(Struct, frozen=True, kw_only=True):
    """The signed-in person, as /user/profile tells it."""

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
    company: Company | None
    time_zone: str
    currency: str
    language: str
    referral_url: str
    two_step: bool
    impersonated_by: str | None
    session_expires_at: At
