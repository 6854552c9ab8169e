"""The headers of rate limits (draft-ietf-httpapi-ratelimit-headers)."""

import re
from collections.abc import Iterator

import pytest

from rpc import Code, Fault
from rpc.config.parsers import Rate
from rpc.security.rate_limits import Quota, QuotaRecord, RateLimiter
from tests.accounts.tokens.test_api_tokens import make
from tests.support.portal import Portal

RATE = Rate(per_second=0.5, burst=3)


@pytest.fixture
def slow(portal: Portal) -> Iterator[None]:
    """Three calls at once, and one more every two seconds."""
    former, portal.resources.session_rate = portal.resources.session_rate, RATE
    yield
    portal.resources.session_rate = former


def test_rate_limit_headers_state_the_policy_and_the_remaining_quota() -> None:
    assert Quota(Rate(20, 100), 42.7).headers() == [
        (b"ratelimit-policy", b'"calls";q=100;w=5'),
        (b"ratelimit", b'"calls";r=42;t=3'),
    ]


def test_call_refused_by_its_rate_limit_has_no_quota_left() -> None:
    limiter, seen = RateLimiter(), QuotaRecord()
    for left in (2, 1, 0):
        limiter.spend("key", RATE, seen)
        assert seen.quota and int(seen.quota.tokens) == left
    with pytest.raises(Fault) as refused:
        limiter.spend("key", RATE, seen)
    assert refused.value.code == Code.TOO_MANY_REQUESTS
    assert seen.headers() == [
        (b"ratelimit-policy", b'"calls";q=3;w=6'),
        (b"ratelimit", b'"calls";r=0;t=6'),
    ]


async def test_answers_to_a_token_carry_the_remaining_quota(portal: Portal, slow: None) -> None:
    token = (await make(portal, await portal.someone()))["token"]
    left = []
    for path in ("/site/list", "/site/info", "/payments/schedule"):  # an answer and two refusals
        reply = await portal.post(path, token)
        assert reply.headers["ratelimit-policy"] == '"calls";q=3;w=6'
        [found] = re.findall(r'^"calls";r=(\d);t=\d$', reply.headers["ratelimit"])
        left.append(int(found))
    assert left == [2, 1, 0]
    reply = await portal.post("/site/list", token)
    assert (reply.code, reply.status) == (Code.TOO_MANY_REQUESTS.number, 429)
    assert 1 <= int(reply.headers["retry-after"]) <= 3
    assert reply.headers["ratelimit"].startswith('"calls";r=0;t=')


async def test_guest_gets_no_rate_limit_headers(portal: Portal) -> None:
    reply = await portal.post("/common/regions")
    assert reply.code == 0 and "ratelimit" not in reply.headers
    assert "ratelimit" not in (await portal.post("/site/list", "api_wrong")).headers
