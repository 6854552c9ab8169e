"""The head of a page is read as a browser reads it, and in one pass."""

import re
import time

import pytest

from rpc.outbound.page_head import meta_values

MOST = 256 * 1024
META = '<meta name="proof" content="abc">'


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
def test_a_tag_in_the_head_is_found(page: str) -> None:
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
def test_what_is_no_tag_of_the_head_is_not_found(page: str) -> None:
    assert "abc" not in meta_values(page, "proof")


@pytest.mark.parametrize("before", ["", "<meta ", '<meta a="', "<script>", "<title>"])
@pytest.mark.parametrize(
    "unit",
    ["<", "<a ", "<!--", "<![", "<?", "</", "<a a='", "<meta a=\"'", "<meta ", "<meta a= ", " ",
     "<meta =", "<title>", "<script>", "</scrip", "a ", "a", "'", '"', "\"'", "<!x", "<template/"],
)  # fmt: skip
def test_no_page_takes_long(before: str, unit: str) -> None:
    page = (before + unit * MOST)[:MOST]
    began = time.process_time()
    meta_values(page, "proof")
    assert time.process_time() - began < 0.2


def test_a_head_of_many_tags_is_read_and_one_made_to_keep_us_busy_is_left() -> None:
    tags = "<link rel=icon href=a.png>"
    assert meta_values(tags * 1_900 + META, "proof") == {"abc"}
    assert meta_values(tags * 2_000 + META, "proof") == set()
    assert meta_values("<meta " + "a " * 4_000 + META[5:], "proof") == set()


def test_the_obvious_expression_takes_long_for_one() -> None:
    """The control, with a quarter of the page."""
    began = time.process_time()
    re.findall(r"<[^>]*>", "<" * (MOST // 4))
    assert time.process_time() - began > 0.5
