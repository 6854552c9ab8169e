"""The profile of an account and its publisher: details, media kits and settings of mails."""

from typing import Annotated, ClassVar, Literal

import phonenumbers
from msgspec import UNSET, Meta, Struct, UnsetType

from schema.accounts.account import Account
from schema.accounts.company import Company
from schema.accounts.team import Membership
from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Currency, Id, Note, Text64, Text255
from schema.core.time_zones import zone_names

MEDIA_KITS_MAX = 50
"""How many media kits a publisher can have."""
TIME_ZONE_INVALID = Flaw("time_zone", Rule.NOT_A_TIME_ZONE)
CURRENCY_INVALID = Flaw("currency", Rule.NOT_A_CURRENCY, "is not a currency such as GBP")
Language = Literal["en"]
"""The language of mails; only one so far."""


AlertMailing = Literal["at_once", "daily", "off"]


class AlertMails(Struct, frozen=True, forbid_unknown_fields=True):
    """When to mail an alert of each kind: at once, once a day, or not. `sums` is whether mails state the money at risk.

    Broken links and failing postbacks have separate mails, which `links` of the notifications turns on or off.
    """

    tracking_stopped: AlertMailing = "at_once"
    conversion_fallen: AlertMailing = "at_once"
    clicks_fallen: AlertMailing = "at_once"
    commission_per_order_fallen: AlertMailing = "at_once"
    approval_fallen: AlertMailing = "at_once"
    terms_cut: AlertMailing = "at_once"
    validation_overdue: AlertMailing = "daily"
    payment_overdue: AlertMailing = "at_once"
    coupon_ended: AlertMailing = "daily"
    sums: bool = False

    def of_kind(self, name: str) -> AlertMailing:
        """When to mail alerts of the kind with this name."""
        mailing: AlertMailing = getattr(self, name, "off")
        return mailing


class Notifications(Struct, frozen=True, forbid_unknown_fields=True):
    """The emails to receive. Those about the account's security are always sent.

    `alerts` turns the mails about all alerts on or off. `alert_mails` says when those of each kind are sent, and stays
    unchanged if it is left out.
    """

    payments: bool = True
    brands: bool = True
    links: bool = True
    news: bool = True
    alerts: bool = True
    alert_mails: AlertMails | UnsetType = UNSET


class ProfileEdit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields that are left out stay unchanged. An empty text removes the nickname or the phone number.

    With the `versions` of fields as they were read, the edit is refused if one of them has been changed meanwhile.
    """

    nickname: Annotated[str, Meta(max_length=100)] | None = None
    company: Company | None = None
    phone: Annotated[str, Meta(max_length=32, examples=["+44 20 7946 0018"])] | None = None
    time_zone: Annotated[Text64, Meta(examples=["Europe/London"])] | None = None
    currency: Currency | None = None
    language: Language | None = None
    notifications: Notifications | None = None
    versions: Annotated[dict[Text64, Text64], Meta(max_length=20)] | None = None


OF_PUBLISHER = ("company", "time_zone", "currency")
"""The fields of a profile that belong to the publisher; the others are the account's own."""


class AvatarEdit(Struct, frozen=True, forbid_unknown_fields=True):
    """The URL of an uploaded image; an empty one removes the avatar."""

    avatar: Note


class MediaKitDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A media kit to add or, with an `id`, to replace. Without a `site_id`, it is about the whole publisher."""

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
    """A stored media kit. `download_url` works for ten minutes."""

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
    """The account with everything its owner can change. `counting` is null unless the figures are being recounted."""

    site_count: int
    phone: str
    notifications: Notifications
    currency_fixed: bool
    counting: Counting | None
    versions: dict[str, str]
    """Of each field that can be edited: another text once its value has changed."""
    media_kits: list[MediaKitFile]
    publishers: list[Membership]
    """The publishers to switch between (/user/publisher_switch); empty for who works for one."""


def is_time_zone(name: str) -> bool:
    """Whether this is a time zone of the IANA database named after a place, or UTC."""
    return name == "UTC" or ("/" in name and name in zone_names())


def parse_phone_number(text: str, country: str | None) -> str | None:
    """A phone number in E.164 form, or None if it is not one. `country` (a code) is used for a number without `+`."""
    try:
        number = phonenumbers.parse(text, country)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
