"""Help articles: those shipped with the portal, and those that the network's staff wrote or edited."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Note, Slug, Text100

PAGE = r"^/[a-z][a-z0-9/_-]*\Z"


class Section(StrEnum):
    """The sections of the help pages, in the order in which a new publisher needs them."""

    START = "start"
    CHANNELS = "channels"
    LINKS = "links"
    ORDERS = "orders"
    FIGURES = "figures"
    PAYMENTS = "payments"
    TOOLS = "tools"
    ACCOUNT = "account"
    NETWORK = "network"
    """Help for the network's staff, which only they can read."""


class HelpSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """A search of the help articles.

    `keyword` is a question or some words. `page` is the current page: the article that explains it comes first.
    """

    keyword: Annotated[str, Meta(max_length=100)] = ""
    page: Annotated[str, Meta(max_length=255, examples=["/tools/link-generator"])] = ""


class ArticleRef(Struct, frozen=True, forbid_unknown_fields=True):
    slug: Slug


class TextPart(Struct, frozen=True):
    """A part of a sentence; `marked` if it matches the search."""

    text: str
    marked: bool


class ArticleRow(Struct, frozen=True):
    """A help article in a list.

    `page` is the page of the portal that the article explains, `of_page` whether it is the one given in the search.
    `excerpt` is the sentence that answers the search best; empty if only the title or summary does.
    """

    slug: str
    section: Section
    title: str
    summary: str
    page: str | None
    of_page: bool
    excerpt: list[TextPart]


class Article(Struct, frozen=True, kw_only=True):
    """A help article. `body` is text with simple markup: headings, lists, bold words, links."""

    slug: str
    section: Section
    title: str
    summary: str
    body: str
    page: str | None
    position: int = 0


class ArticleFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a help article says, and where it stands."""

    section: Section
    title: Text100
    summary: Note = ""
    body: Annotated[str, Meta(min_length=1, max_length=20_000)]
    page: Annotated[str, Meta(max_length=100, pattern=PAGE, examples=["/dashboard"])] | None = None
    position: Annotated[int, Meta(ge=0, le=1_000)] = 0
    published: bool = True


class ArticleDraft(ArticleFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replaces the article with the same `slug`, even one that came with the portal; publishers see published ones.

    `was`: the article as it was read. If somebody has changed it meanwhile, it is not saved. `create`: save it only if
    there is no article with this `slug` yet.
    """

    slug: Slug
    was: ArticleFields | None = None
    create: bool = False

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield the flaws of the draft."""
        for name in ("title", "body"):
            if not getattr(self, name).strip():
                yield Flaw(name, Rule.REQUIRED)


class NetworkArticle(Struct, frozen=True, kw_only=True):
    """A help article as the network's staff edit it.

    `updated_at` is null for an unchanged article that came with the portal.
    """

    slug: str
    section: Section
    title: str
    summary: str
    body: str
    page: str | None
    position: int
    published: bool
    updated_at: At | None
