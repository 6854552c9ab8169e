"""Help articles: the files that come with the portal, and in the database what the network's staff made of them."""

from datetime import datetime
from functools import cache
from pathlib import Path

import msgspec

from schema.home.article import Article, ArticleDraft, NetworkArticle, Section
from sql.core.db import Connection, all_rows, run, text

FOLDER = Path(__file__).with_name("articles")
SECTIONS = list(Section)


@cache
def built_in() -> dict[str, NetworkArticle]:
    """The articles that come with the portal, by slug."""
    return {file.stem: read_article(file) for file in sorted(FOLDER.glob("*.md"))}


def read_article(file: Path) -> NetworkArticle:
    """A file: lines of `name: value`, an empty one, and the text."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    whole = {"page": None, **fields, "slug": file.stem, "body": body.strip(), "published": True}
    return msgspec.convert({**whole, "updated_at": None}, NetworkArticle, strict=False)


async def every(db: Connection) -> list[NetworkArticle]:
    """All articles in reading order, hidden ones too. One in the database takes the place of the file."""
    query = text(
        "select slug, section, title, summary, body, page, position, published, updated_at from article"
    )
    written = {row.slug: row for row in await all_rows(db, query, NetworkArticle)}
    articles = {**built_in(), **written}.values()
    return sorted(
        articles, key=lambda each: (SECTIONS.index(each.section), each.position, each.slug)
    )


async def list_published(db: Connection) -> list[Article]:
    """The articles to read, in reading order."""
    names = Article.__struct_fields__
    return [
        Article(**{name: getattr(each, name) for name in names})
        for each in await every(db)
        if each.published
    ]


async def put(db: Connection, draft: ArticleDraft, now: datetime) -> None:
    """Save an article; what it had before is replaced."""
    query = text(
        """
        insert into article (slug, section, title, summary, body, page, position, published, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            on conflict (slug) do update
           set section = excluded.section, title = excluded.title, summary = excluded.summary,
               body = excluded.body, page = excluded.page, position = excluded.position,
               published = excluded.published, updated_at = excluded.updated_at
        """,
        draft.slug,
        draft.section,
        draft.title.strip(),
        draft.summary.strip(),
        draft.body.strip(),
        draft.page,
        draft.position,
        draft.published,
        now,
    )
    await run(db, query)
