"""Signing up, proving an e-mail address, signing in."""

from msgspec import Struct, field

from schema.account import Company
from schema.scalar import AnyPassword, At, Email, Flag, Id, Key255, Password, Text255, Username
from schema.site import Channel, MediaKit


class UsernameCheck(Struct, frozen=True, forbid_unknown_fields=True):
    username: Username


class EmailRef(Struct, frozen=True, forbid_unknown_fields=True):
    email: Email


class SignUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Step 1, and what step 2 adds when it is not skipped."""

    username: Username
    email: Email
    password: Password
    confirm_password: AnyPassword
    agreement: Flag
    company: Company | None = None
    channel: Channel | None = None
    media_kit: list[MediaKit] = field(default_factory=list)
    referer_uid: Id | None = None


class SignedUp(Struct, frozen=True):
    uid: int


class VerifyToken(Struct, frozen=True, forbid_unknown_fields=True):
    token: Key255


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """`account` is a username or an e-mail address."""

    account: Text255
    password: AnyPassword
    remember: bool = False


class SignedIn(Struct, frozen=True):
    token: str
    expires_at: At


class Verification(Struct, frozen=True):
    """The payload of the job that mails a link."""

    publisher_id: int
    account_id: int
