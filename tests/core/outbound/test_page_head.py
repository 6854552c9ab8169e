"""The head of a page is read as browsers do, in one pass."""

import re

import pytest

from rpc.outbound.page_head import meta_values
from tests.support.timing import Span, least_cpu

MOST = 256 * 1024
META = '<meta name="proof" content="abc">'
USUAL = "<link rel=icon href=a.png>" * 1_900
"""As long a head as is read."""
FACTOR = 30


@pytest.mark.parametrize(
    "page",
    [
        f"<!doctype html><html><head>{META}</head>",
        META,
        "<META CONTENT='abc' NAME=Proof>",
        "<meta\nname = proof\tcontent = abc />",
        f"<head><script>if (a < b) document.write('</head><body>')</script>{META}",
        f"<head><title>2 < 3 & 4</title><!-- > -->{META}",
        f'<head><link href="a>b" rel=x>{META}',
        "<meta name=proof content=abc name=other>",
    ],
)
def test_meta_tag_in_the_head_of_a_page_is_found(page: str) -> None:
    assert meta_values(page, "proof") == {"abc"}


@pytest.mark.parametrize(
    "page",
    [
        "",
        f"<head></head>{META}",
        f"<body>{META}",
        f"<p>Somebody wrote: {META}",
        f"<head><!-- {META} -->",
        f"<head><title>{META}</title>",
        f"<head><script>'{META}'</script>",
        f"<head><noscript>{META}</noscript>",
        f"<head><template>{META}</template>",
        f'<head><link title="{META.replace(chr(34), chr(39))}">',
        "<meta name=other content=abc>",
        "<metaname=proof content=abc>",
    ],
)
def test_meta_tag_outside_the_head_of_a_page_is_not_found(page: str) -> None:
    assert "abc" not in meta_values(page, "proof")


@pytest.mark.parametrize("before", ["", "<meta ", '<meta a="', "<script>", "<title>"])
@pytest.mark.parametrize(
    "unit",
    ["<", "<a ", "<!--", "<![", "<?", "</", "<a a='", "<meta a=\"'", "<meta ", "<meta a= ", " ",
     "<meta =", "<title>", "<script>", "</scrip", "a ", "a", "'", '"', "\"'", "<!x", "<template/"],
)  # fmt: skip
async def test_parsing_a_hostile_page_takes_little_longer_than_a_usual_page(
    before: str, unit: str
) -> None:
    page = (before + unit * MOST)[:MOST]
    assert await reading(page) < FACTOR * await reading(USUAL)


def test_page_is_searched_for_a_meta_tag_only_up_to_a_number_of_tags() -> None:
    tags = "<link rel=icon href=a.png>"
    assert meta_values(tags * 1_900 + META, "proof") == {"abc"}
    assert meta_values(tags * 2_000 + META, "proof") == set()
    assert meta_values("<meta " + "a " * 4_000 + META[5:], "proof") == set()


async def test_simple_regular_expression_would_take_long_on_a_hostile_page() -> None:
    """The control, with a quarter of the page."""
    naive = await least_cpu(lambda: re.findall(r"<[^>]*>", "<" * (MOST // 4)), 1)
    assert FACTOR * await reading(USUAL) < naive


async def reading(page: str) -> Span:
    return await least_cpu(lambda: meta_values(page, "proof"))
