"""Help articles."""

import sql.home.article
from rpc import Code, Fault, Member, query
from schema.core.envelope import Listing
from schema.home.article import Article, ArticleRef, ArticleRow, HelpSearch, Section
from schema.home.help_search import search_articles


@query("/home/help", permission=None, narrowed="channels")
async def help_(ctx: Member, attributes: HelpSearch) -> Listing[ArticleRow]:
    """List the help articles, or those that answer a question, best matches first."""
    matches = search_articles(await readable(ctx), attributes)
    return Listing(matches, len(matches))


@query("/home/help_article", permission=None, narrowed="channels")
async def help_article(ctx: Member, attributes: ArticleRef) -> Article:
    """Get a help article."""
    for article in await readable(ctx):
        if article.slug == attributes.slug:
            return article
    raise Fault(Code.NOT_FOUND)


async def readable(ctx: Member) -> list[Article]:
    """The published articles; those about the network's own work are for its staff only."""
    articles = await sql.home.article.list_published(ctx.db)
    staff = "operator" in ctx.account.roles
    return [each for each in articles if staff or each.section is not Section.NETWORK]
