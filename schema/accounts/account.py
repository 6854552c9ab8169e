"""The signed-in account."""

from msgspec import Struct

from schema.accounts.company import Company
from schema.core.scalar import At, Id

NETWORK = 0
"""The publisher id of the network's staff: their accounts and files belong to it."""


class DefaultSite(Struct, frozen=True):
    id: Id
    name: str


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
