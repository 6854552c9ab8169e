"""What people enter about themselves, and their settings."""

from typing import Annotated, ClassVar, Literal
from zoneinfo import available_timezones

import phonenumbers
from msgspec import Meta, Struct

from schema.accounts.account import Account, Company
from schema.core.errors import Flaw
from schema.core.scalar import At, Currency, Id, Note, Text64, Text255

MEDIA_KITS_MAX = 50
"""How many media kits a publisher can have."""
TIME_ZONE_INVALID = Flaw("time_zone", "is not a time zone such as Europe/London")
CURRENCY_INVALID = Flaw("currency", "is not a currency such as GBP")
Language = Literal["en"]
"""The language of mails; only one so far."""


class Notifications(Struct, frozen=True, forbid_unknown_fields=True):
    """The emails to receive. Those about the account's security are always sent."""

    payments: bool = True
    brands: bool = True
    links: bool = True
    news: bool = True


class ProfileEdit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields left out stay as they are; an empty nickname or phone removes it."""

    nickname: Annotated[str, Meta(max_length=100)] | None = None
    company: Company | None = None
    phone: Annotated[str, Meta(max_length=32, examples=["+44 20 7946 0018"])] | None = None
    time_zone: Annotated[Text64, Meta(examples=["Europe/London"])] | None = None
    currency: Currency | None = None
    language: Language | None = None
    notifications: Notifications | None = None


class AvatarEdit(Struct, frozen=True, forbid_unknown_fields=True):
    """The URL of an uploaded image; an empty one removes the avatar."""

    avatar: Note


class MediaKitDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With an `id` it replaces that media kit; without a `site_id` it is about the publisher as a whole."""

    rules_under: ClassVar[str] = "media_kit"

    id: Id | None = None
    file_url: Text255
    name: Text255
    size: Annotated[int, Meta(ge=1)]
    site_id: Id | None = None


class MediaKitRef(Struct, frozen=True, forbid_unknown_fields=True):
    rules_under: ClassVar[str] = "media_kit"

    id: Id


class MediaKitFile(Struct, frozen=True, kw_only=True):
    """`download_url` opens the file for ten minutes."""

    id: int
    site_id: int | None
    file_url: str
    name: str
    size: int
    created_at: At
    download_url: str


class Counting(Struct, frozen=True):
    """The figures are being recounted in another time zone: `done` of `months` months are finished."""

    time_zone: str
    done: int
    months: int


class Profile(Account, frozen=True, kw_only=True):
    """The account with everything its owner can change; `counting` is null unless the figures are being recounted."""

    site_count: int
    phone: str
    notifications: Notifications
    currency_fixed: bool
    counting: Counting | None
    media_kits: list[MediaKitFile]


def is_time_zone(name: str) -> bool:
    """Whether this is a time zone of the IANA database named after a place, or UTC."""
    return name == "UTC" or ("/" in name and name in available_timezones())


def parse_phone_number(text: str, country: str | None) -> str | None:
    """A phone number in E.164 form, or None if it is not one. `country` (a code) is used for a number without `+`."""
    try:
        number = phonenumbers.parse(text, country)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
