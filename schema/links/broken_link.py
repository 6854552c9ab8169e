"""Broken links as they are listed, and what can be done with them."""

from datetime import datetime, timedelta
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.scalar import At, Id, Money, TargetUrl, Text100
from schema.core.without_money import InMoney
from schema.links.broken_type import BrokenState, BrokenType
from schema.links.link_health import Hop

LINKS_AT_ONCE = 100
MAIL_AFTER = timedelta(minutes=15)
"""Broken links found within this time are reported in one mail."""
LINKS_MAILED = 5
"""How many broken links a mail names."""
OWN_EPC_DAYS = timedelta(days=90)
"""The days over which a link's own earnings per click are measured."""
OWN_EPC_CLICKS_MIN = 100
"""The clicks from which the publisher's own earnings per click are meaningful."""


class BrokenLink(Struct, frozen=True, kw_only=True):
    """A broken link.

    `id` is the link's; `clicks` are those of the last 30 days, `at_risk` is what as many would earn at the publisher's
    own EPC with the brand or, with fewer than 100 clicks in 90 days, at the brand's. `suggestion` is a URL of the brand
    that could replace the target.
    """

    id: int
    link_id: int
    code: str
    mcid: str
    brand_name: str
    site_id: int
    site_name: str
    type: BrokenType
    state: BrokenState
    target_url: str
    final_url: str | None
    http_status: int | None
    hops: list[Hop]
    first_seen: At
    last_checked: At | None
    checking: bool
    clicks: int
    at_risk: InMoney[Money | None]
    currency: str
    suggestion: str | None
    fallback_url: str | None


class BrokenLinkFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of broken links.

    Without a state, open links are listed; a link given by its `id` is listed whatever its state. `after` is the newest
    `last_checked` you have: links checked later are listed, whatever their state is now, as are those checked in the 30
    seconds before it, which may have been committed late.
    """

    id: Id | None = None
    type: BrokenType | None = None
    state: BrokenState | None = None
    mcid: Text100 | None = None
    site_id: Id | None = None
    after: At | None = None


Ids = Annotated[list[Id], Meta(min_length=1, max_length=LINKS_AT_ONCE)]


class LinkIds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ids: Ids


class IgnoredLinks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The links to ignore or, if `ignored` is false, to list again."""

    ids: Ids
    ignored: bool = True


class BrokenFix(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fix for broken links.

    `target_url` is the new target, `fallback` where visitors go while the target is broken. Without either, each link
    takes its own suggestion.
    """

    ids: Ids
    target_url: TargetUrl | None = None
    fallback: TargetUrl | None = None


class LinkOutcome(Struct, frozen=True):
    """The outcome for one link; `code` is 0 if it succeeded."""

    id: int
    code: int
    message: str


class BrokenMail(Struct, frozen=True):
    """The payload of the job that mails the links found to be broken since a time."""

    publisher_id: int
    since: datetime
