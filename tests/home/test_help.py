"""Help: the articles that come with the portal, and operators' changes of them."""

import re
from typing import Any

import pytest

from rpc import Code
from schema.home.article import Section
from sql.home.article import built_in
from tests.support.browser import ROOT
from tests.support.portal import Portal, Someone, unique
from tests.web.journeys.screens import COMMON

LINK = re.compile(r"\]\(([^)]+)\)")


async def search(
    portal: Portal, keyword: str = "", who: Someone | None = None, page: str = ""
) -> list[str]:
    who = who or await portal.someone()
    listed = await portal.ok("/home/help", who, attributes={"keyword": keyword, "page": page})
    assert listed["total"] == len(listed["list"])
    return [row["slug"] for row in listed["list"]]


async def save(portal: Portal, **fields: Any) -> str:
    slug: str = fields.get("slug") or unique("article")
    draft = {"slug": slug, "section": "links", "title": "A title", "body": "A text.", **fields}
    await portal.ok(
        "/network/article_save", await portal.operator(), attributes={**draft, "slug": slug}
    )
    return slug


async def article(portal: Portal, slug: str, who: Someone | None = None) -> Any:
    who = who or await portal.someone()
    return await portal.ok("/home/help_article", who, attributes={"slug": slug})


class TestBuiltInArticles:
    @pytest.mark.parametrize("slug", sorted(built_in()))
    async def test_built_in_help_article_has_a_body_and_a_summary(
        self, portal: Portal, slug: str
    ) -> None:
        asked = await article(portal, slug, await portal.operator())
        assert len(asked["body"]) > 400
        assert asked["summary"].endswith(".")

    def test_links_of_help_articles_lead_to_existing_articles_or_pages(self) -> None:
        for slug, each in built_in().items():
            for target in LINK.findall(each.body):
                other = target.removeprefix("/help?article=")
                assert target.startswith("/"), (slug, target)
                assert other == target or other in built_in(), (slug, target)

    def test_help_names_referral_states_as_the_referral_page_does(self) -> None:
        words = (ROOT / "web/src/text/accounts/referral.ts").read_text()
        states = re.findall(r': "([^"]+)"', words.partition("states: {")[2].partition("}")[0])
        body = built_in()["refer-a-friend"].body
        assert re.findall(r"- \*\*(.+?)\*\*:", body) == states

    def test_page_of_the_portal_has_at_most_one_help_article(self) -> None:
        pages = [each.page for each in built_in().values() if each.page]
        assert len(set(pages)) == len(pages)


class TestPageArticles:
    async def test_every_page_of_a_publisher_has_a_help_article(self, portal: Portal) -> None:
        who = await portal.someone()
        own = {path.partition("?")[0] for path in COMMON} - {"/help", "/announcements"}

        assert {path for path in own if await explaining(portal, who, path) is None} == set()

    @pytest.mark.parametrize(
        ("path", "slug"),
        [
            ("/tools/global-postback/edit/7", "postbacks"),
            ("/settings/payment-add-bank", "payment-methods"),
            ("/settings/payment", "payment-methods"),
            ("/brandsomething", None),
            ("", None),
        ],
    )
    async def test_help_article_of_the_longest_matching_path_explains_a_page(
        self, portal: Portal, path: str, slug: str | None
    ) -> None:
        assert await explaining(portal, await portal.someone(), path) == slug

    async def test_matching_help_article_of_the_current_page_comes_first(
        self, portal: Portal
    ) -> None:
        who = await portal.someone()
        asked = "time zone"

        assert (await search(portal, asked, who))[0] == "profile"
        assert (await search(portal, asked, who, "/dashboard"))[0] == "dashboard"
        assert (await search(portal, asked, who, "/settings/profile"))[0] == "profile"
        assert "postbacks" not in await search(portal, asked, who, "/tools/global-postback/list")


async def explaining(portal: Portal, who: Someone, path: str) -> str | None:
    """The article that the help button opens on a page."""
    listed = await portal.ok("/home/help", who, attributes={"page": path})
    of_page = [row["slug"] for row in listed["list"] if row["of_page"]]
    assert of_page == [row["slug"] for row in listed["list"]][: len(of_page)]
    return of_page[0] if of_page else None


STAFF_ONLY = {slug for slug, each in built_in().items() if each.section is Section.NETWORK}


class TestHelp:
    async def test_help_articles_for_staff_are_hidden_from_publishers(self, portal: Portal) -> None:
        alice = await portal.someone()
        assert {"close-a-month", "import-orders"} <= STAFF_ONLY
        assert set(await search(portal, who=await portal.operator())) >= STAFF_ONLY
        assert not STAFF_ONLY & set(await search(portal, who=alice))
        for slug in STAFF_ONLY:
            given = {"slug": slug}
            await portal.refuses(Code.NOT_FOUND, "/home/help_article", alice, attributes=given)

    async def test_help_articles_without_a_query_start_with_getting_started(
        self, portal: Portal
    ) -> None:
        slugs = await search(portal)
        assert slugs[0] == "getting-started"
        assert set(slugs) >= built_in().keys() - STAFF_ONLY

    async def test_help_articles_are_found_by_the_beginnings_of_words(self, portal: Portal) -> None:
        word = f"zyx{unique('w').replace('-', '')}"
        slug = await save(portal, title="Other", body=f"About Élan and {word}.")

        assert await search(portal, f"elan {word[:6]}") == [slug]
        assert await search(portal, word[2:]) == []
        assert await search(portal, "!!!") == []

    async def test_question_finds_the_help_article_that_answers_it(self, portal: Portal) -> None:
        assert (await search(portal, "When do I get paid?"))[0] == "payments"
        assert "tracking-links" in await search(portal, "how do i make a link")
        assert await search(portal, "how")

    async def test_help_articles_with_the_query_in_the_title_come_first(
        self, portal: Portal
    ) -> None:
        word = f"zyx{unique('w').replace('-', '')}"
        inside = await save(portal, section="start", body=f"About {word}.")
        title = await save(portal, section="account", title=f"How {word} works")
        assert await search(portal, word) == [title, inside]


class TestHelpArticle:
    async def test_unknown_help_article_is_not_found(self, portal: Portal) -> None:
        await portal.refuses(
            Code.NOT_FOUND,
            "/home/help_article",
            await portal.someone(),
            attributes={"slug": "nothing-is-called-so"},
        )


class TestArticleSave:
    async def test_staff_can_replace_a_built_in_help_article(self, portal: Portal) -> None:
        boss, slug = await portal.operator(), "tracking-links"
        before = built_in()[slug]
        try:
            await save(portal, slug=slug, title="Our own words", body="Ours.")
            asked = await article(portal, slug)
            assert (asked["title"], asked["body"]) == ("Our own words", "Ours.")
            listed = await portal.ok("/network/articles", boss, page={"perPage": 1000})
            [row] = [row for row in listed["list"] if row["slug"] == slug]
            assert row["updated_at"] is not None
        finally:
            async with portal.db() as db:
                await db.execute("delete from article where slug = $1", slug)
        assert (await article(portal, slug))["title"] == before.title

    async def test_unpublished_help_article_is_only_for_staff(self, portal: Portal) -> None:
        slug = await save(portal, published=False)
        assert slug not in await search(portal)
        asked = {"slug": slug}
        who = await portal.someone()
        await portal.refuses(Code.NOT_FOUND, "/home/help_article", who, attributes=asked)
        listed = await portal.ok(
            "/network/articles", await portal.operator(), page={"perPage": 1000}
        )
        assert slug in [row["slug"] for row in listed["list"]]

    @pytest.mark.parametrize(
        ("given", "field"),
        [({"title": " "}, "title"), ({"body": " "}, "body"), ({"page": "https://x"}, "page")],
    )
    async def test_refusal_of_a_help_article_names_the_invalid_field(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        draft = {"slug": "a", "section": "links", "title": "A", "body": "B", **given}
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/article_save",
            await portal.operator(),
            attributes=draft,
        )
        assert reply.refusal == {"field": f"attributes.{field}"}

    @pytest.mark.parametrize("path", ["articles", "article_save"])
    async def test_publisher_cannot_make_staff_calls_about_help_articles(
        self, portal: Portal, path: str
    ) -> None:
        await portal.refuses(Code.NOT_ALLOWED, f"/network/{path}", await portal.someone())
