"""Visits to a tracking link."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tests.support.portal import Portal

BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/129.0 Safari/537.36"


async def visit(
    portal: Portal,
    path: str,
    *,
    method: str = "GET",
    agent: str = BROWSER,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    return await portal.http.request(
        method, path, headers={"user-agent": agent, **headers}, follow_redirects=False
    )
