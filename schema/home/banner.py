"""Banners: short messages above the dashboard, each shown for a limited time."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Id, Note, Text100, Text255

BANNERS_SHOWN = 3
BANNER_LINK = r"^(?:/(?!/)[^\s\\]*|https://[^\s/?#@\\]+(?:[/?#][^\s\\]*)?)\Z"
"""The path of a page of the portal, or an https URL."""


class Banner(Struct, frozen=True):
    """A short message above the dashboard. `link` is a page of the portal or an https URL; empty if there is none."""

    id: int
    title: str
    text: str
    link: str
    link_label: str


class BannerFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a banner says, and from when to when."""

    title: Text100
    text: Note = ""
    link: (
        Annotated[Text255, Meta(pattern=BANNER_LINK, examples=["/brands/find?status=0"])] | None
    ) = None
    link_label: Annotated[str, Meta(max_length=40)] = ""
    position: Annotated[int, Meta(ge=0, le=1_000)] = 0
    starts_at: At | None = None
    ends_at: At | None = None


class BannerDraft(BannerFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A banner to save; with an `id`, it replaces that one. Shown from `starts_at` (if absent, now) until `ends_at`.

    `was`: the banner as it was read. If somebody has changed it meanwhile, it is not saved.
    """

    id: Id | None = None
    was: BannerFields | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield the flaws of the draft."""
        if not self.title.strip():
            yield Flaw("title", Rule.REQUIRED)
        if self.link and not self.link_label.strip():
            yield Flaw("link_label", Rule.REQUIRED, "is required with a link")
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            yield Flaw("ends_at", Rule.NOT_LATER, limit="starts_at")


class BannerFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id | None = None


class BannerSaved(Struct, frozen=True):
    id: int


class NetworkBanner(Struct, frozen=True, kw_only=True):
    id: int
    title: str
    text: str
    link: str
    link_label: str
    position: int
    starts_at: At
    ends_at: At | None
    updated_at: At
