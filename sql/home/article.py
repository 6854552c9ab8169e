"""Help articles: files that come with the portal, and articles in the database that the network's staff saved."""

from datetime import datetime
from functools import cache
from pathlib import Path

import msgspec

from schema.home.article import Article, ArticleDraft, NetworkArticle, Section
from sql.core.db import Connection, all_rows, one_value, run, text

FOLDER = Path(__file__).with_name("articles")
SECTIONS = list(Section)


@cache
def built_in() -> dict[str, NetworkArticle]:
    """The articles that come with the portal, by slug."""
    return {file.stem: read_article(file) for file in sorted(FOLDER.glob("*.md"))}


def read_article(file: Path) -> NetworkArticle:
    """Parse a file: lines of `name: value`, an empty line, and the text."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    whole = {"page": None, **fields, "slug": file.stem, "body": body.strip(), "published": True}
    return msgspec.convert({**whole, "updated_at": None}, NetworkArticle, strict=False)


async def every(db: Connection) -> list[NetworkArticle]:
    """All articles in reading order, including hidden ones. A saved article replaces the built-in one with its slug."""
    query = text(
        "select slug, section, title, summary, body, page, position, published, updated_at from article"
    )
    written = {row.slug: row for row in await all_rows(db, query, NetworkArticle)}
    articles = {**built_in(), **written}.values()
    return sorted(
        articles, key=lambda each: (SECTIONS.index(each.section), each.position, each.slug)
    )


async def list_published(db: Connection) -> list[Article]:
    """The published articles, in reading order."""
    names = Article.__struct_fields__
    return [
        Article(**{name: getattr(each, name) for name in names})
        for each in await every(db)
        if each.published
    ]


async def put(db: Connection, draft: ArticleDraft, now: datetime) -> None:
    """Save an article, replacing its previous version."""
    query = text(
        """
        insert into article (slug, section, title, summary, body, page, position, published, updated_at)
        values (:slug, :section, :title, :summary, :body, :page, :position, :published, :now)
            on conflict (slug) do update
           set section = excluded.section, title = excluded.title, summary = excluded.summary,
               body = excluded.body, page = excluded.page, position = excluded.position,
               published = excluded.published, updated_at = excluded.updated_at
        """,
        slug=draft.slug,
        section=draft.section,
        title=draft.title.strip(),
        summary=draft.summary.strip(),
        body=draft.body.strip(),
        page=draft.page,
        position=draft.position,
        published=draft.published,
        now=now,
    )
    await run(db, query)


async def lock(db: Connection, slug: str) -> NetworkArticle | None:
    """An article, which nobody else saves until the transaction ends."""
    await one_value(db, text("select pg_advisory_xact_lock(hashtextextended('article', 0))"))
    return next((each for each in await every(db) if each.slug == slug), None)
