"""Sign-up, email verification and sign-in."""

import re
import unicodedata
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from schema.accounts.company import Company
from schema.accounts.profile import CURRENCY_INVALID, TIME_ZONE_INVALID, is_time_zone
from schema.accounts.two_step import Otp
from schema.accounts.upload import FILES_PATH
from schema.channels.channel import Channel, MediaKit, MediaKits
from schema.core.currencies import currencies
from schema.core.errors import Flaw, Rule
from schema.core.scalar import (
    EMAIL_PATTERN,
    AnyPassword,
    At,
    Currency,
    Email,
    Flag,
    Id,
    Key255,
    Password,
    Text64,
    Text255,
    Username,
)

PORTAL_WORDS = ("publisher", "portal", "affiliate")
EMAIL = re.compile(EMAIL_PATTERN)
ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
SIGN_IN_FAILURES_MAX = 5
"""After this many failed sign-ins, the account can be opened only by resetting its password."""


def username_login(username: str) -> str:
    """The key under which a username is registered, regardless of case."""
    return f"u:{_normalize(username)}"


def email_login(email: str) -> str:
    """The key under which an email address is registered, regardless of case."""
    return f"e:{_normalize(email)}"


def is_same_email(address: str, own: str) -> bool:
    """Whether an address verified by a sign-in provider is the account's own, so that the two are linked.

    They must be equal except for the case of ASCII letters. Logins are compared more loosely, so that nobody signs up
    with an address like another's; but at a provider, straße@ and strasse@ may be two people.
    """
    valid = EMAIL.fullmatch(address) is not None
    return valid and address.translate(ASCII_LOWER) == own.translate(ASCII_LOWER)


def _normalize(text: str) -> str:
    return unicodedata.normalize("NFKC", text.strip()).casefold()


def personal_words(username: str, email: str, *names: str) -> list[str]:
    """Words that a password must not consist of: each of these texts as a whole, its words, and the portal's name."""
    texts = [username, email, *email.split("@"), *names]
    return [*texts, *(word for text in texts for word in re.split(r"[\W_]+", text)), *PORTAL_WORDS]


def mask_email(email: str) -> str:
    """Mask an email address so that its owner can still recognise it: `m•••@example.com`."""
    name, _, host = email.rpartition("@")
    return f"{name[:1]}•••@{host}"


def mask_username(username: str) -> str:
    """Mask a username so that those who know it can still recognise it: `m•••`."""
    return f"{username[:1]}•••"


class AccountCheck(Struct, frozen=True, forbid_unknown_fields=True):
    username: Username
    email: Email | None = None
    """The email address; the password must not consist of its parts."""
    password: Password | None = None
    """The password to check, if one is given. It is not stored."""


class EmailRef(Struct, frozen=True, forbid_unknown_fields=True):
    email: Email


class SignUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of the sign-up form: those of step 1, and those of step 2 unless it is skipped."""

    username: Username
    email: Email
    password: Password
    confirm_password: AnyPassword
    agreement: Flag
    company: Company | None = None
    channel: Channel | None = None
    time_zone: Annotated[Text64, Meta(examples=["Europe/London"])] | None = None
    """The time zone of the reports' days; UTC if absent."""
    currency: Currency | None = None
    """The currency of the reports' sums. If absent, that of the first order is used."""
    media_kit: MediaKits = field(default_factory=list)
    upload_tickets: Annotated[list[Key255], Meta(max_length=21)] = field(default_factory=list)
    """Tickets of the files uploaded before sign-up; each file must be used within ten minutes."""
    referer_uid: Id | None = None
    third_ticket: Key255 | None = None

    @property
    def logins(self) -> tuple[str, str]:
        """The keys under which the username and the email address are registered."""
        return username_login(self.username), email_login(self.email)

    @property
    def kits(self) -> list[MediaKit]:
        """The channel's media kits, whether given inside the channel or next to it."""
        own = self.channel.media_kit if self.channel else None
        return [*(own or ()), *self.media_kit]

    @property
    def file_urls(self) -> list[str]:
        """The URLs of files that must have been uploaded: media kits and a logo."""
        return [*(kit.file_url for kit in self.kits), *self.logos]

    @property
    def logos(self) -> list[str]:
        """The channel's logo, if it has one."""
        return [self.channel.logo] if self.channel and self.channel.logo else []

    def personal_words(self) -> list[str]:
        """The words about the person that an attacker would try first as a password."""
        named = [part.name for part in (self.company, self.channel) if part is not None]
        return personal_words(self.username, self.email, *named)

    def find_flaws(self) -> Iterator[Flaw]:
        """The flaws of a sign-up that concern several fields at once."""
        if self.time_zone is not None and not is_time_zone(self.time_zone):
            yield TIME_ZONE_INVALID
        if self.currency is not None and self.currency not in currencies():
            yield CURRENCY_INVALID
        if self.channel is not None:
            yield from (flaw.prefix("channel") for flaw in self.channel.find_flaws())
            if not all(logo.startswith(FILES_PATH) for logo in self.logos):
                yield Flaw("channel.logo", Rule.NOT_UPLOADED, "must be a file you uploaded")
        elif self.media_kit:
            yield Flaw("media_kit", Rule.NOT_APPLICABLE, "needs the channel it belongs to")


class SignedUp(Struct, frozen=True):
    uid: int


class VerifyToken(Struct, frozen=True, forbid_unknown_fields=True):
    token: Key255


class ResetToken(Struct, frozen=True, forbid_unknown_fields=True):
    token: Key255


class ResetOf(Struct, frozen=True):
    """The account whose password the link resets. Most of the email address is masked."""

    email: str


class PasswordReset(Struct, frozen=True, forbid_unknown_fields=True):
    token: Key255
    password: Password
    confirm_password: AnyPassword


def login_of(account: str) -> str:
    """The login key of an entered username or email address; only an email address contains an @."""
    return email_login(account) if "@" in account else username_login(account)


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The first step takes `account` (a username or an email address) and `password`, the second `ticket` and `otp`."""

    account: Text255 | None = None
    password: AnyPassword | None = None
    remember: bool = False
    third_ticket: Key255 | None = None
    ticket: Key255 | None = None
    otp: Otp | None = None

    @property
    def login(self) -> str:
        return login_of(self.account or "")

    def missing_field(self) -> str | None:
        """The first required field that is missing in this step."""
        needed = ("account", "password") if self.ticket is None else ("otp",)
        return next((name for name in needed if getattr(self, name) is None), None)


class SignedIn(Struct, frozen=True):
    token: str
    expires_at: At


class LinkAccount(Struct, frozen=True):
    """The account whose mailed link was used: the address to sign in with next, as the link itself opens no session."""

    account: str


class EmailVerified(LinkAccount, frozen=True):
    """In the browser that signed up, also a session: its `token` and when it expires; both are null elsewhere."""

    token: str | None
    expires_at: At | None


LinkState = Literal["replaced", "withdrawn", "expired", "unknown"]


class DeadLink(Struct, frozen=True):
    """Why a mailed link no longer works. `replaced`: a newer mail has been sent, and its link works.

    `withdrawn`: the invitation was withdrawn.
    """

    reason: LinkState


class Verification(Struct, frozen=True):
    """The payload of the job that mails a link to verify an email address."""

    publisher_id: int
    account_id: int


class ResetMail(Struct, frozen=True):
    """The payload of the job that mails a password-reset link. It is void once the account's stamp has changed."""

    publisher_id: int
    account_id: int
    security_stamp: int = 0
    """0 stands for an account whose credentials never changed, or a job queued by an older version."""
