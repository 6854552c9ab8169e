"""Sites, which the screens call channels: where a publisher promotes brands."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, ClassVar, Literal
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from schema.channels.channel_proof import PROOF_PLACES, ProofPlaces
from schema.core.errors import Flaw, Rule
from schema.core.event import Event, EventType
from schema.core.scalar import (
    MEDIA_KITS_MAX,
    At,
    Count,
    Id,
    Kind,
    LongText,
    Note,
    Text100,
    Text255,
    Url255,
)
from schema.core.url import parse_url, to_ascii_url


class SiteStatus(IntEnum):
    PENDING = 0
    APPROVED = 1
    REJECTED = 2
    DISABLED = 3

    @classmethod
    def initial(cls, review: Literal["auto", "operator"]) -> "SiteStatus":
        """The status of a new site: approved at once, or waiting for an operator, as configured."""
        return cls.APPROVED if review == "auto" else cls.PENDING


def review_event(
    publisher_id: int, site_id: int, before: SiteStatus, after: SiteStatus, reason: str = ""
) -> Event:
    """The event of a channel that was reviewed, or that a change sent to review again."""
    body = {"site_id": site_id, "status": after, "previous_status": before, "note": reason}
    return Event(publisher_id, EventType.CHANNEL_REVIEWED, body, site_id=site_id)


class MediaKit(Struct, frozen=True, forbid_unknown_fields=True):
    """A file about the channel, for brands to read."""

    file_url: Text255
    name: Text255
    size: Annotated[int, Meta(ge=1)]


SITES_MAX = 500
"""The maximum number of a publisher's channels, not counting deleted ones."""
MediaKits = Annotated[list[MediaKit], Meta(max_length=MEDIA_KITS_MAX)]


class Channel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a publisher enters about a channel."""

    name: Text100
    channel_type: Kind
    channel_platform: Text255
    promotion_methods: Annotated[list[Kind], Meta(min_length=1, max_length=20)]
    website: Url255
    logo: Note | None = None
    media_kit: MediaKits | None = None
    """If left out, the existing media kits stay."""
    monthly_visits: Count | None = None
    description: LongText | None = None

    @property
    def medium_id(self) -> int | None:
        """The number of the channel's platform, if it is one of the list and not free text."""
        return PLATFORM_IDS.get(self.channel_platform)

    def find_flaws(self) -> Iterator[Flaw]:
        """Flaws for a channel type or promotion methods that are not in the portal's list."""
        if self.channel_type not in CHANNEL_TYPES:
            yield Flaw("channel_type", Rule.UNKNOWN, "is not one of /site/types")
        if not PROMOTION_METHODS.issuperset(self.promotion_methods):
            yield Flaw("promotion_methods", Rule.UNKNOWN, "must all be from /site/types")


class SiteDraft(Channel, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A channel to create or, with an `id`, to replace."""

    rules_under: ClassVar[str] = "site"

    id: Id | None = None
    fallback_url: Url255 | None = None
    """The page of this channel to which visitors of its broken links are sent, once the channel is verified."""


class SitePlace(Struct, frozen=True):
    """A channel's id, name and website."""

    id: int
    name: str
    website: str


def website_key(website: str) -> str:
    """The key by which equal websites are recognized: the host without `www.`, the path and the query.

    The query tells apps of one store apart.
    """
    where = parse_url(website)
    if where is None:
        return website
    host, port = where[0].removeprefix("www."), where[1]
    parts = urlsplit(to_ascii_url(website))
    if port not in (None, 80, 443):
        host += f":{port}"
    query = f"?{parts.query}" if parts.query else ""
    return host + parts.path.rstrip("/") + query


class SiteRef(Struct, frozen=True, forbid_unknown_fields=True):
    rules_under: ClassVar[str] = "site"

    id: Id


class Site(Struct, frozen=True, kw_only=True):
    id: int
    name: str
    channel_type: int
    channel_platform: str
    medium_id: int | None
    promotion_methods: list[int]
    website: str
    logo: str | None
    media_kit: list[MediaKit]
    monthly_visits: int | None
    description: str | None
    status: SiteStatus
    status_reason: str | None
    is_default: bool
    verified: bool
    proof: str
    """What the website must show to prove who owns it; see `proof_places` of /site/types."""
    verifiable: bool
    """Whether the website can show a proof: a profile on a social platform cannot."""
    brands_joined: int
    fallback_url: str | None
    created_at: At

    def keeps_approval(self, draft: Channel) -> bool:
        """Whether a changed channel keeps its approval, because what an operator approved is unchanged."""
        looked_at = self.channel_type, self.channel_platform, self.website
        drafted = draft.channel_type, draft.channel_platform, draft.website
        return self.status is SiteStatus.APPROVED and looked_at == drafted


class ChannelType(Struct, frozen=True):
    id: int
    name: str


class ChannelPlatform(Struct, frozen=True):
    id: int
    name: str
    channel_type: int


class SiteTypes(Struct, frozen=True):
    channel_types: list[ChannelType]
    channel_platforms: list[ChannelPlatform]
    promotion_methods: list[ChannelType]
    proof_places: ProofPlaces


def _number(*names: str) -> list[ChannelType]:
    return [ChannelType(number, name) for number, name in enumerate(names, start=1)]


def _number_platforms(names: dict[int, tuple[str, ...]]) -> list[ChannelPlatform]:
    pairs = [(kind, name) for kind, group in names.items() for name in group]
    return [ChannelPlatform(number, name, kind) for number, (kind, name) in enumerate(pairs, 1)]


SITE_TYPES = SiteTypes(
    channel_types=_number(
        "Website",
        "Blog",
        "Mobile app",
        "Social profile",
        "Newsletter",
        "Coupon site",
        "Cashback site",
    ),
    channel_platforms=_number_platforms(
        {
            1: ("Own website", "Marketplace shop", "Comparison site"),
            2: ("WordPress", "Blogger", "Medium", "Substack", "Own blog"),
            3: ("iOS", "Android", "iOS and Android"),
            4: (
                "Instagram",
                "YouTube",
                "TikTok",
                "Facebook",
                "X",
                "Pinterest",
                "Twitch",
                "LinkedIn",
            ),
            5: ("Mailchimp", "Kit", "beehiiv", "Own newsletter"),
            6: ("Own coupon site", "Browser extension"),
            7: ("Own cashback site", "Loyalty programme"),
        }
    ),
    promotion_methods=_number(
        "Content and reviews",
        "Search ads",
        "Display ads",
        "Social posts",
        "Email",
        "Coupons",
        "Cashback and rewards",
        "Video",
        "Price comparison",
        "Push and in-app messages",
    ),
    proof_places=PROOF_PLACES,
)
"""All channel types, platforms and promotion methods. The numbers never change; new entries go at the end."""

PLATFORM_IDS = {platform.name: platform.id for platform in SITE_TYPES.channel_platforms}

SOCIAL_PROFILE = 4
"""The type of a channel that cannot be verified: nobody can put a proof on its pages."""
CHANNEL_TYPES = frozenset(kind.id for kind in SITE_TYPES.channel_types)
PROMOTION_METHODS = frozenset(method.id for method in SITE_TYPES.promotion_methods)
