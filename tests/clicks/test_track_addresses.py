"""A redirect also works with an address that was altered on the way, and keeps the labels of its query."""

import pytest

from handlers.track import NOT_FOUND_PAGE
from tests.support.clicks.visits import BROWSER, visit
from tests.support.orders.clicks import clicks_of
from tests.support.portal import Portal, SomeBrand, Someone, unique
from tests.support.wire import exchange, statuses


@pytest.fixture
async def code(portal: Portal, alice: Someone, brand: SomeBrand) -> str:
    link = await portal.link(alice, brand, uid2="link")
    return str(link["code"])


class TestPath:
    @pytest.mark.parametrize(
        "path",
        [
            "/track/{}/", "/s/{}/", "/s/{}//", "/track//{}", "/TRACK/{}", "/Track/{}/", "/S/{}",
            "/track/{}.", "/track/{})", "/track/{},", "/track/{}!", "/track/{}%20", "/track/{}%E2%80%8B",
            "/track/{}%C2%A0", "/track/%20{}", "/track/{}%22", "/track/{}%E2%80%9D", "/track/{}%3E", "/s/({})",
            "/track/{};x=1", "/track/{}&x=1", "/track/{}%3Fx=1", "/track/{}/amp", "/track/{}/?x=1", "/s/{}...",
            "/track/{}%FF", "/track/{}-", "/track/{}%E7%82%B9%E5%87%BB",
        ],
    )  # fmt: skip
    async def test_tracking_url_with_an_altered_path_leads_to_the_target(
        self, portal: Portal, alice: Someone, code: str, path: str
    ) -> None:
        answer = await visit(portal, path.format(code))

        assert answer.status_code == 302
        assert [click["verdict"] for click in await clicks_of(portal, alice)] == ["valid"]

    @pytest.mark.parametrize("path", ["/s/{}.", "/S/{}/", "/track/{}%20"])
    async def test_tracking_url_with_an_altered_custom_path_leads_to_the_target(
        self, portal: Portal, alice: Someone, brand: SomeBrand, path: str
    ) -> None:
        custom = unique("sale")
        await portal.link(alice, brand, path=custom)

        assert (await visit(portal, path.format(custom))).status_code == 302

    @pytest.mark.parametrize("path", ["/s/{}.uk", "/s/{}%20more", "/s/more%20{}", "/s/{}é{}"])
    async def test_tracking_path_inside_a_longer_word_answers_404(
        self, portal: Portal, alice: Someone, brand: SomeBrand, path: str
    ) -> None:
        custom = unique("sale")
        await portal.link(alice, brand, path=custom)

        answer = await visit(portal, path.format(custom, custom))

        assert (answer.status_code, answer.content) == (404, NOT_FOUND_PAGE)

    @pytest.mark.parametrize("path", ["/track/", "/s", "/trackers/{}", "/x/track/{}", "/{}"])
    async def test_paths_that_are_no_links_serve_the_web_app(
        self, portal: Portal, code: str, path: str
    ) -> None:
        answer, page = await visit(portal, path.format(code)), await visit(portal, "/any/page")

        assert (answer.status_code, answer.content) == (page.status_code, page.content)

    @pytest.mark.parametrize(
        "target",
        [
            "//track/{}",
            "//s//{}/",
            "/track/{}\xe9",
            "/track/{}?uid3=\xe9",
            "/s/{}\xe2\x80\x8b?uid3=\xc3\xa9&x=\xff",
        ],
    )
    async def test_tracking_url_with_non_ascii_bytes_redirects(
        self, portal: Portal, alice: Someone, code: str, target: str
    ) -> None:
        line = f"GET {target.format(code)} HTTP/1.1\r\nHost: a\r\nUser-Agent: {BROWSER}\r\n\r\n"

        heads = await exchange(portal, line.encode("latin-1"), 1)

        assert statuses(heads) == ["302"]
        [click] = await clicks_of(portal, alice)
        assert click["uid3"] == ("é" if "uid3" in target else "")

    async def test_long_tracking_url_with_non_ascii_bytes_redirects(
        self, portal: Portal, alice: Someone, code: str
    ) -> None:
        """It is longer than the piece that is parsed at a time."""
        line = f"GET /track/{code}?a={'ü' * 1_500}&uid4=ä HTTP/1.1\r\nHost: a\r\nX: ö\r\nUser-Agent: {BROWSER}\r\n\r\n"

        assert statuses(await exchange(portal, line.encode(), 1)) == ["302"]
        assert [click["uid4"] for click in await clicks_of(portal, alice)] == ["ä"]


class TestLabels:
    @pytest.mark.parametrize(
        ("query", "labels"),
        [
            ("uid=a&amp;uid3=b", ["a", "link", "b"]),
            ("uid=a&%23038;uid3=b", ["a", "link", "b"]),
            ("uid=a;uid3=b", ["a", "link", "b"]),
            ("uid=a?uid3=b", ["a", "link", "b"]),
            ("uid=what?&uid3=b", ["what?", "link", "b"]),
            ("uid1=a?ref=b&uid3=c", ["a?ref=b", "link", "c"]),
            ("uid=a&x=%FF&uid3=b", ["a", "link", "b"]),
            ("uid=%E9t%E9&uid3=b", ["été", "link", "b"]),
            ("uid=Z%C3%BCri%C3&uid3=b", ["Züri\ufffd", "link", "b"]),
            ("&".join(f"x{n}=1" for n in range(300)) + "&uid3=b", ["", "link", "b"]),
            ("uid2=visit&uid=a+b%20c", ["a b c", "visit", ""]),
            ("uid=short&uid1=long&UID3=b", ["long", "link", "b"]),
            ("fluid=1&uid=a&uid=b", ["b", "link", ""]),
        ],
    )
    async def test_malformed_label_in_a_tracking_url_does_not_affect_the_others(
        self, portal: Portal, alice: Someone, code: str, query: str, labels: list[str]
    ) -> None:
        await visit(portal, f"/track/{code}?{query}")

        [click] = await clicks_of(portal, alice)
        assert [click[f"uid{n}"] for n in range(1, 4)] == labels

    @pytest.mark.parametrize("separator", ["&", ";", "%3F", "&amp;"])
    async def test_labels_in_the_path_of_a_tracking_url_are_kept(
        self, portal: Portal, alice: Someone, code: str, separator: str
    ) -> None:
        await visit(portal, f"/track/{code}{separator}uid=a&uid3=b?uid4=c")

        [click] = await clicks_of(portal, alice)
        assert [click[f"uid{n}"] for n in (1, 3, 4)] == ["a", "b", "c"]
