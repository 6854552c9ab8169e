"""What people tell of themselves and how they want the portal to be for them."""

from typing import Annotated, ClassVar, Literal
from zoneinfo import available_timezones

import phonenumbers
from msgspec import Meta, Struct

from schema.accounts.account import Account, Company
from schema.core.scalar import At, Currency, Id, Note, Text64, Text255

MEDIA_KITS_MAX = 50
"""Media kits of one publisher."""
Language = Literal["en"]
"""In which mails are written; one so far."""


class Notifications(Struct, frozen=True, forbid_unknown_fields=True):
    """Which mails are wanted, beside those about the account's safety, which are always sent."""

    payments: bool = True
    brands: bool = True
    links: bool = True
    news: bool = True


class ProfileEdit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is left out stays as it is; an empty nickname or phone is removed."""

    nickname: Annotated[str, Meta(max_length=100)] | None = None
    company: Company | None = None
    phone: Annotated[str, Meta(max_length=32, examples=["+44 20 7946 0018"])] | None = None
    time_zone: Annotated[Text64, Meta(examples=["Europe/London"])] | None = None
    currency: Currency | None = None
    language: Language | None = None
    notifications: Notifications | None = None


class AvatarEdit(Struct, frozen=True, forbid_unknown_fields=True):
    """The URL of an uploaded image; empty removes the one there is."""

    avatar: Note


class MediaKitDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With an id it replaces that media kit; without a site it is about the publisher as a whole."""

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
    """Figures are being counted anew in another time zone: so many of so many months."""

    time_zone: str
    done: int
    months: int


class Profile(Account, frozen=True, kw_only=True):
    """The account with all that its owner can change; `counting` is null unless figures are counted anew."""

    phone: str
    notifications: Notifications
    currency_fixed: bool
    counting: Counting | None
    media_kits: list[MediaKitFile]


def is_time_zone(name: str) -> bool:
    """A time zone of the IANA database by a name with a place in it, or UTC."""
    return name == "UTC" or ("/" in name and name in available_timezones())


def parse_phone_number(given: str, country: str | None) -> str | None:
    """A phone number as E.164 writes it; None for what is none. `country` (a code) is for one without `+`."""
    try:
        number = phonenumbers.parse(given, country)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
