"""The account of a session, as the portal shows it to its owner."""

from typing import TYPE_CHECKING

import msgspec

from schema.accounts.account import OWNER_ONLY, PERMISSIONS, Account, Company, DefaultSite
from sql.accounts.session import Session

if TYPE_CHECKING:
    from rpc.resources.resources import Resources


def account_of(session: Session, resources: "Resources") -> Account:
    """The signed-in account, as the portal shows it to its owner."""
    site = None
    if session.default_site_id is not None and session.default_site_name is not None:
        site = DefaultSite(session.default_site_id, session.default_site_name)
    permissions = PERMISSIONS[session.role]
    if session.operator_id is not None:
        permissions = tuple(name for name in permissions if name not in OWNER_ONLY)
    return Account(
        id=session.account_id,
        uid=session.publisher_id,
        username=session.username,
        nickname=session.nickname,
        avatar=session.avatar,
        account=session.username,
        login_email=session.email,
        email_verified=session.email_verified,
        default_site=site,
        roles=[session.role],
        permissions=list(permissions),
        company=msgspec.convert(session.company, Company | None),
        time_zone=session.time_zone,
        currency=session.currency,
        language=session.language,
        referral_url=f"{resources.settings.public_url}/auth/refer?uid={session.publisher_id}",
        two_step=session.two_step,
        impersonated_by=session.operator_name,
        session_expires_at=session.expires_at,
    )
