"""The search of help: publishers' questions, and the article that must come first."""

import re

import pytest

from schema.home.help_synonyms import SYNONYMS
from sql.home.article import built_in
from tests.home.test_help import save
from tests.support.portal import Portal, unique

QUESTIONS = [
    ("sub id", "tracking-links"),
    ("subid", "tracking-links"),
    ("how do I pass my clickid", "tracking-links"),
    ("2fa", "sign-in-and-safety"),
    ("set up google authenticator", "sign-in-and-safety"),
    ("delete my account", "close-your-account"),
    ("how can I close my account?", "close-your-account"),
    ("download all my data gdpr", "close-your-account"),
    ("not tracked", "cases"),
    ("my sale was not tracked", "cases"),
    ("missing sale", "cases"),
    ("payout", "payments"),
    ("when do I get paid?", "payments"),
    ("minimum payout threshold", "payments"),
    ("withdraw money", "payments"),
    ("W-8BEN tax form", "invoices"),
    ("where is my invoice", "invoices"),
    ("VAT number", "invoices"),
    ("api key", "api"),
    ("webhook", "postbacks"),
    ("s2s pixel", "postbacks"),
    ("deep link", "tracking-links"),
    ("short link", "tracking-links"),
    ("cookie window", "brands"),
    ("how long does the cookie last", "brands"),
    ("what does EPC mean", "figures"),
    ("conversion rate", "figures"),
    ("chargeback", "orders"),
    ("why was my order cancelled", "orders"),
    ("why is my order still pending", "orders"),
    ("change bank account", "payment-methods"),
    ("change my IBAN", "payment-methods"),
    ("add paypal", "payment-methods"),
    ("change currency", "profile"),
    ("forgot password", "sign-in-and-safety"),
    ("logo and banner", "brands"),
    ("creatives", "brands"),
    ("voucher code", "tracking-links"),
    ("add a second website", "channels"),
    ("verify my website", "channels"),
    ("how to join a brand", "brands"),
    ("application declined", "brands"),
    ("export to excel", "downloads"),
    ("google sheets", "spreadsheets"),
    ("sftp", "schedules"),
    ("weekly report by email", "downloads"),
    ("unsubscribe from emails", "profile"),
    ("change my time zone", "profile"),
    ("dead link", "broken-links"),
    ("bots and fake clicks", "clicks-and-verdicts"),
    ("why do my clicks differ from google analytics", "clicks-and-verdicts"),
    ("invite a friend", "refer-a-friend"),
    ("Can I invite my accountant", "team"),
    ("add a user", "team"),
    ("rate limit 429", "api"),
    ("compare with last year", "performance"),
    ("my account was hacked", "sign-in-and-safety"),
    ("pasword", "sign-in-and-safety"),
    ("recieve payements", "payments"),
    ("add bulk links csv", "tracking-links"),
    ("qr code", "tracking-links"),
    ("where are my bonus earnings", "refer-a-friend"),
]
"""The nine that once found nothing are of the first twelve kinds: sub id, 2fa, delete my account, not tracked."""


async def find(portal: Portal, keyword: str) -> list[dict]:  # type: ignore[type-arg]
    listed = await portal.ok("/home/help", await portal.someone(), attributes={"keyword": keyword})
    found: list[dict] = listed["list"]  # type: ignore[type-arg]
    return found


def excerpt(row: dict) -> str:  # type: ignore[type-arg]
    """Its text, with what is marked in brackets."""
    return "".join(
        f"[{text}]" if marked else text for text, marked in map(dict.values, row["excerpt"])
    )


@pytest.mark.parametrize(("question", "slug"), QUESTIONS)
async def test_question_finds_the_help_article_that_answers_it_first(
    portal: Portal, question: str, slug: str
) -> None:
    first, *_ = await find(portal, question)

    assert first["slug"] == slug


class TestExcerpt:
    async def test_matching_sentence_of_an_article_has_the_query_words_marked(
        self, portal: Portal
    ) -> None:
        found = await find(portal, "cookie days")

        assert excerpt(found[0]) == (
            "[Cookie days] is how long after a click an order still counts as yours."
        )

    async def test_heading_is_shown_before_the_sentence_if_only_the_heading_matches(
        self, portal: Portal
    ) -> None:
        found = await find(portal, "2fa")

        assert excerpt(found[0]).startswith("[Two-step sign-in]: A stolen password is then not")

    async def test_excerpt_of_an_article_is_empty_without_a_query(self, portal: Portal) -> None:
        assert {excerpt(row) for row in await find(portal, "")} == {""}

    async def test_words_of_an_article_are_found_despite_accents_links_and_markup(
        self, portal: Portal
    ) -> None:
        word = unique("w").replace("-", "")
        slug = await save(
            portal, body=f"Nothing. See **Élan** and [the é{word}](/dashboard)! Nothing."
        )

        [row] = await find(portal, f"elan e{word}")

        assert row["slug"] == slug
        assert excerpt(row) == f"See [Élan] and the [é{word}]!"


class TestMatching:
    @pytest.mark.parametrize("typed", ["pasword", "passwrod", "passsword", "passwort", "passwords"])
    async def test_article_is_found_despite_a_wrong_letter(
        self, portal: Portal, typed: str
    ) -> None:
        assert (await find(portal, typed))[0]["slug"] == "sign-in-and-safety"

    async def test_prefix_of_a_word_finds_the_help_article(self, portal: Portal) -> None:
        for length in range(3, len("postback") + 1):
            assert "postbacks" in [row["slug"] for row in await find(portal, "postback"[:length])]

    @pytest.mark.parametrize("typed", ["xqzvw", "!!!", "   !", "\u0301", "(", ".*|("])
    async def test_help_search_for_text_in_no_article_finds_nothing(
        self, portal: Portal, typed: str
    ) -> None:
        assert await find(portal, typed) == []

    async def test_help_articles_rank_by_matches_in_title_heading_summary_then_body(
        self, portal: Portal
    ) -> None:
        word = unique("zyx").replace("-", "")
        fields_of = {
            "body": {"section": "start", "body": f"About {word}."},
            "summary": {"summary": f"About {word}."},
            "heading": {"body": f"## About {word}\n\nWords."},
            "title": {"section": "account", "title": f"About {word}"},
        }
        slugs = {name: await save(portal, **fields) for name, fields in fields_of.items()}

        found = [row["slug"] for row in await find(portal, word)]

        assert found == [slugs[name] for name in ("title", "heading", "summary", "body")]


def test_help_search_synonyms_occur_in_articles() -> None:
    """What they lead to is there: an article that is reworded takes its synonyms along."""
    texts = " ".join(
        f"{each.title} {each.summary} {each.body}" for each in built_in().values()
    ).lower()
    words = re.sub(r"[\W_]+", " ", texts)
    missing = [
        answer
        for _, answers in SYNONYMS
        for answer in answers
        if re.sub(r"[\W_]+", " ", answer) not in words
    ]
    assert missing == []
