"""Forgets the trees of sources after each file of tests: those of the whole project take some hundred megabytes."""

from collections.abc import Iterator

import pytest

from tests.architecture.source.imports import nodes, parse


@pytest.fixture(scope="module", autouse=True)
def parsed_sources() -> Iterator[None]:
    yield
    nodes.cache_clear()
    parse.cache_clear()
