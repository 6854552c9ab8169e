"""No cache keeps more than a few megabytes of what guests request."""

import gc
import tracemalloc
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pytest

import rpc.clicks.link_cache
from rpc.clicks.crawler import crawler_name
from rpc.clicks.link_cache import LinkCache
from rpc.clicks.user_agent import device_of
from rpc.http.request import is_address
from rpc.http.web_app_files import StaticFiles
from rpc.monitoring.metrics import CALLS
from rpc.security.tokens import PURPOSES, Tokens
from schema.core.ids import MAX_CODES, Ids
from schema.links.target_url import matches_domains, split_at_param
from sql.clicks.click import Route
from sql.clicks.intake import pack_texts
from tests.support.portal import Portal

MEGABYTE = 1_000_000


@contextmanager
def growth() -> Iterator[Callable[[], int]]:
    """Bytes that are held now and were not before."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]

    def measure() -> int:
        gc.collect()  # what raises may refer to itself
        return tracemalloc.get_traced_memory()[0] - before

    try:
        yield measure
    finally:
        tracemalloc.stop()


class TestCacheGrowth:
    def test_lru_cache_would_keep_long_texts_of_attackers(self) -> None:
        """The control."""
        read = lru_cache(maxsize=50_000)(lambda _: None)
        with growth() as grown:
            for number in range(2_000):
                read(f"{number}{'x' * 8_000}")
            assert grown() > 10 * MEGABYTE

    @pytest.mark.parametrize("length", [14, 200, 8_000])
    def test_invalid_link_codes_are_not_cached(self, length: int) -> None:
        ids = Ids(b"k" * 32)
        with growth() as grown:
            for number in range(2_000):
                ids.publisher_of_code(f"{number:-<{length}}")
            assert grown() < MEGABYTE / 10

    def test_cache_of_decoded_link_codes_is_bounded(self) -> None:
        ids = Ids(b"k" * 32)
        with growth() as grown:
            for number in range(1_000):
                assert ids.publisher_of_code(ids.make_code(number)) == number
            assert grown() * MAX_CODES / 1_000 < 15 * MEGABYTE

    @pytest.mark.parametrize("length", [100, 256, 8_000])
    def test_forged_tokens_are_not_cached(self, length: int) -> None:
        tokens = Tokens(["a-key-of-tests-0123456789-abcdefghijk"])
        tokens.read(PURPOSES[1], "x" * length)  # which loads what it takes
        with growth() as grown:
            for number in range(2_000):
                assert tokens.read(PURPOSES[1], f"{number:x<{length}}") is None
            assert grown() < MEGABYTE / 10

    def test_unknown_paths_are_not_cached_and_a_static_file_is_cached_once(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "assets").mkdir()
        (tmp_path / "assets" / "a.js").write_bytes(b"x" * 100_000)
        files = StaticFiles(tmp_path)
        with growth() as grown:
            for number in range(1_000):
                assert files.read(f"/assets/{number}{'x' * 4_000}.js", "") is None
                for alias in ("/./assets", "/assets/../assets", "//assets", "/assets/."):
                    assert files.read(f"{alias}{'/' * number}/a.js", "") is None
            assert grown() < MEGABYTE / 10
            assert files.read("/assets/a.js", "") == b"x" * 100_000
            assert files.read("/assets/a.js", "") is files.read("/assets/a.js", "")

    @pytest.mark.parametrize("headers", [{}, {"content-type": "text/plain"}])
    async def test_unknown_call_paths_are_not_counted_in_metrics(
        self, portal: Portal, headers: dict[str, str]
    ) -> None:
        before = set(CALLS._known)
        for number in range(20):
            await portal.raw(f"/no/such/{number}", b"{}", headers)
        assert {path for path, _ in set(CALLS._known) - before} <= {"unknown"}

    def test_client_ip_address_with_a_zone_is_refused(self) -> None:
        assert is_address("2001:db8::1")
        assert not is_address("fe80::1%" + "x" * 8_000)
        assert not is_address("fe80::1%eth0")


class TestCacheSizes:
    """Of what is kept, the longest that may be, as often as may be."""

    def test_cache_of_user_agents_is_bounded(self) -> None:
        assert crawler_name.cache_info().maxsize == device_of.cache_info().maxsize
        assert (crawler_name.cache_info().maxsize or 0) * (500 + 300) < 10 * MEGABYTE

    def test_cache_of_click_labels_is_bounded(self) -> None:
        longest = 5 * 100 * 4
        assert (pack_texts.cache_info().maxsize or 0) * 2 * (longest + 400) < 10 * MEGABYTE

    def test_cache_of_link_targets_is_bounded(self) -> None:
        longest = 2_000 * 12
        for cached in (matches_domains, split_at_param):
            assert (cached.cache_info().maxsize or 0) * 2 * longest < 25 * MEGABYTE

    def test_cache_of_tracking_links_is_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(rpc.clicks.link_cache, "MAX_SIZE", MEGABYTE)
        cache = LinkCache()
        with growth() as grown:
            for number in range(500):
                target = f"https://shop.example/{number}/{'x' * 20_000}"
                row = (1, str(number), number, 1, 1, target, "", "", "", "", "", 1, 1, 1)
                route = Route(*row, "https://shop.example/", ("shop.example",), "ref")
                cache.update(str(number), route, 0)
                split_at_param.cache_clear()
                matches_domains.cache_clear()
                urllib.parse.clear_cache()  # 128 of its own
            assert cache.find("499") is not None
            assert cache.find("0") is None
            assert grown() < 1.5 * MEGABYTE
            for number in range(500):
                cache.update(str(number), None, 0)
            assert cache.size == 0
