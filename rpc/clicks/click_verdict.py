"""Whether a visit counts: the verdict on its click, before repeats are found."""

from functools import lru_cache

import crawleruseragents

from rpc.clicks.link_cache import CachedLink
from rpc.clicks.visit import Visit
from schema.clicks.click import Verdict

MAX_AGENTS = 10_000
"""User agents of which it is known what they are. A visit has 500 characters of its own at most: 8 MB."""
VALID, BOT, BLOCKED = Verdict.VALID.value, Verdict.BOT.value, Verdict.BLOCKED.value


def verdict_of(visit: Visit, link: CachedLink) -> tuple[str, str | None]:
    """The verdict on a visit, and the reason if it is not valid; repeats are found later."""
    if link.block_reason is not None:
        return BLOCKED, link.block_reason
    if visit.is_head:
        return BOT, "HEAD request"
    if is_crawler(visit.user_agent):
        return BOT, "known crawler" if visit.user_agent else "no user agent"
    return VALID, None


@lru_cache(maxsize=MAX_AGENTS)
def is_crawler(agent: str) -> bool:
    return not agent or bool(crawleruseragents.is_crawler(agent))
