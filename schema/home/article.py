"""Help articles: those that come with the portal, and those the network's staff wrote or changed."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.errors import Flaw
from schema.core.scalar import At, Note, Slug, Text100
from schema.core.search_text import normalize_words

PAGE = r"^/[a-z][a-z0-9/_-]*$"


class Section(StrEnum):
    """In the order in which a newcomer needs them."""

    START = "start"
    CHANNELS = "channels"
    LINKS = "links"
    ORDERS = "orders"
    FIGURES = "figures"
    PAYMENTS = "payments"
    TOOLS = "tools"
    ACCOUNT = "account"
    NETWORK = "network"
    """What the network's staff do: they alone read it."""


class HelpSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """Every word of `keyword` begins a word of the article."""

    keyword: Annotated[str, Meta(max_length=100)] = ""


class ArticleRef(Struct, frozen=True, forbid_unknown_fields=True):
    slug: Slug


class ArticleRow(Struct, frozen=True):
    """`page` is the page of the portal that the article explains."""

    slug: str
    section: Section
    title: str
    summary: str
    page: str | None


class Article(Struct, frozen=True, kw_only=True):
    """`body` is text with a few marks: headings, lists, bold words, links."""

    slug: str
    section: Section
    title: str
    summary: str
    body: str
    page: str | None
    position: int = 0

    @property
    def row(self) -> ArticleRow:
        return ArticleRow(self.slug, self.section, self.title, self.summary, self.page)


class ArticleDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replaces the article with the same `slug`, even one that came with the portal; publishers see published ones."""

    slug: Slug
    section: Section
    title: Text100
    summary: Note = ""
    body: Annotated[str, Meta(min_length=1, max_length=20_000)]
    page: Annotated[str, Meta(max_length=100, pattern=PAGE, examples=["/dashboard"])] | None = None
    position: Annotated[int, Meta(ge=0, le=1_000)] = 0
    published: bool = True

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        for name in ("title", "body"):
            if not getattr(self, name).strip():
                yield Flaw(name, "is required")


class NetworkArticle(Struct, frozen=True, kw_only=True):
    """`updated_at` is null for an article as it came with the portal."""

    slug: str
    section: Section
    title: str
    summary: str
    body: str
    page: str | None
    position: int
    published: bool
    updated_at: At | None


QUESTION_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "can",
        "do",
        "does",
        "for",
        "get",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "of",
        "on",
        "or",
        "the",
        "there",
        "to",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
    ]
)


def search_articles(articles: Iterable[Article], keyword: str) -> list[ArticleRow]:
    """The articles in which each word of the keyword begins a word, those with it in the title first.

    Words of questions count only where there are no others.
    """
    words = normalize_words(keyword).split()
    if keyword.strip() and not words:
        return []
    words = [word for word in words if word not in QUESTION_WORDS] or words
    matches = [article for article in articles if all_begin(words, text_of(article))]
    return [
        article.row
        for article in sorted(matches, key=lambda each: not all_begin(words, each.title))
    ]


def text_of(article: Article) -> str:
    return f"{article.title} {article.summary} {article.body}"


def all_begin(words: list[str], text: str) -> bool:
    """Whether each word begins a word of the text."""
    there = f" {normalize_words(text)}"
    return all(f" {word}" in there for word in words)
