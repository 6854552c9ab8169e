"""Help: the articles that come with the portal, and what the network's staff make of them."""

import re
from typing import Any

import pytest

from rpc import Code
from schema.home.article import Section
from sql.home.article import built_in
from tests.support.browser import ROOT
from tests.support.portal import Portal, Someone, unique
from tests.web.walks.screens import COMMON

LINK = re.compile(r"\]\(([^)]+)\)")


async def search(portal: Portal, keyword: str = "", who: Someone | None = None) -> list[str]:
    who = who or await portal.someone()
    listed = await portal.ok("/home/help", who, attributes={"keyword": keyword})
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


class TestBuiltIn:
    @pytest.mark.parametrize("slug", sorted(built_in()))
    async def test_an_article_can_be_read(self, portal: Portal, slug: str) -> None:
        asked = await article(portal, slug, await portal.operator())
        assert len(asked["body"]) > 400
        assert asked["summary"].endswith(".")

    def test_a_link_leads_to_an_article_there_is_or_to_a_page(self) -> None:
        for slug, each in built_in().items():
            for target in LINK.findall(each.body):
                other = target.removeprefix("/help?article=")
                assert target.startswith("/"), (slug, target)
                assert other == target or other in built_in(), (slug, target)

    def test_how_far_a_friend_has_come_is_called_what_the_page_calls_it(self) -> None:
        words = (ROOT / "web/src/text/account/referral.ts").read_text()
        states = re.findall(r': "([^"]+)"', words.partition("states: {")[2].partition("}")[0])
        body = built_in()["refer-a-friend"].body
        assert re.findall(r"- \*\*(.+?)\*\*:", body) == states

    def test_no_page_has_two(self) -> None:
        pages = [each.page for each in built_in().values() if each.page]
        assert len(set(pages)) == len(pages)


def test_every_page_of_a_publisher_has_its_own() -> None:
    """The one that the help button opens there, as PageHelp.tsx finds it."""
    pages = [each.page for each in built_in().values() if each.page]

    def has_article(path: str) -> bool:
        return any(re.match(rf"{re.escape(page)}(?:[/-]|$)", path) for page in pages)

    own = {path.partition("?")[0] for path in COMMON} - {"/help", "/announcements"}
    assert {path for path in own if not has_article(path)} == set()
    assert not has_article("/brandsomething")


STAFF_ONLY = {slug for slug, each in built_in().items() if each.section is Section.NETWORK}


class TestHelp:
    async def test_what_the_staff_do_is_for_them_alone(self, portal: Portal) -> None:
        alice = await portal.someone()
        assert {"close-a-month", "import-orders"} <= STAFF_ONLY
        assert set(await search(portal, who=await portal.operator())) >= STAFF_ONLY
        assert not STAFF_ONLY & set(await search(portal, who=alice))
        for slug in STAFF_ONLY:
            given = {"slug": slug}
            await portal.refuses(Code.NOT_FOUND, "/home/help_article", alice, attributes=given)

    async def test_all_are_listed_for_a_newcomer_first(self, portal: Portal) -> None:
        slugs = await search(portal)
        assert slugs[0] == "getting-started"
        assert set(slugs) >= built_in().keys() - STAFF_ONLY

    async def test_each_word_must_begin_a_word_of_it(self, portal: Portal) -> None:
        word = f"zyx{unique('w').replace('-', '')}"
        slug = await save(portal, title="Other", body=f"About Élan and {word}.")

        assert await search(portal, f"elan {word[:6]}") == [slug]
        assert await search(portal, f"lan {word}") == []
        assert await search(portal, "!!!") == []

    async def test_a_question_is_answered(self, portal: Portal) -> None:
        assert (await search(portal, "When do I get paid?"))[0] == "payments"
        assert "tracking-links" in await search(portal, "how do i make a link")
        assert await search(portal, "how")

    async def test_those_with_it_in_the_title_come_first(self, portal: Portal) -> None:
        word = f"zyx{unique('w').replace('-', '')}"
        inside = await save(portal, section="start", body=f"About {word}.")
        title = await save(portal, section="account", title=f"How {word} works")
        assert await search(portal, word) == [title, inside]


class TestHelpArticle:
    async def test_an_unknown_one_is_not_found(self, portal: Portal) -> None:
        await portal.refuses(
            Code.NOT_FOUND,
            "/home/help_article",
            await portal.someone(),
            attributes={"slug": "nothing-is-called-so"},
        )


class TestArticleSave:
    async def test_one_that_came_with_the_portal_is_replaced(self, portal: Portal) -> None:
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

    async def test_a_hidden_one_is_for_the_staff_alone(self, portal: Portal) -> None:
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
    async def test_what_is_wrong_is_named(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        draft = {"slug": "a", "section": "links", "title": "A", "body": "B", **given}
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/article_save",
            await portal.operator(),
            attributes=draft,
        )
        assert reply.data == {"field": f"attributes.{field}"}

    @pytest.mark.parametrize("path", ["articles", "article_save"])
    async def test_publishers_are_refused(self, portal: Portal, path: str) -> None:
        await portal.refuses(Code.NOT_ALLOWED, f"/network/{path}", await portal.someone())
