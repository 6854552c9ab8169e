"""The trace of a request (W3C Trace Context) is logged, with the jobs that it queued, and passed to nobody."""

from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from structlog.contextvars import get_contextvars, merge_contextvars

from rpc.monitoring.trace import read_trace
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import dispatching, run_receiver, save

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
SENT = f"00-{TRACE}-00f067aa0ba902b7"
RECORDED, NOT_RECORDED = {"traceparent": f"{SENT}-01"}, {"traceparent": f"{SENT}-00"}


@pytest.fixture
def log_lines() -> Iterator[list[Any]]:
    with structlog.testing.capture_logs(processors=[merge_contextvars]) as lines:
        yield lines


def of_trace(log_lines: list[Any]) -> list[tuple[str, str]]:
    """What was logged with the trace: event and path."""
    return [(each["event"], each["path"]) for each in log_lines if each.get("trace_id") == TRACE]


async def test_call_that_writes_and_its_jobs_log_the_trace(
    portal: Portal, log_lines: list[Any]
) -> None:
    alice = await portal.someone()
    await portal.post("/auth/pwd_forget", headers=NOT_RECORDED, attributes={"email": alice.email})
    await portal.work()

    assert of_trace(log_lines) == [("call", "/auth/pwd_forget"), ("job done", "/auth/send_reset")]
    assert "trace_id" not in get_contextvars()


async def test_refused_call_logs_the_trace(portal: Portal, log_lines: list[Any]) -> None:
    await portal.post("/user/profile", headers=NOT_RECORDED)
    assert of_trace(log_lines) == [("refused", "/user/profile")]


async def test_call_that_reads_is_logged_if_its_trace_is_recorded(
    portal: Portal, log_lines: list[Any]
) -> None:
    alice = await portal.someone()
    await portal.post("/user/profile", alice, headers=NOT_RECORDED)
    assert of_trace(log_lines) == []
    await portal.post("/user/profile", alice, headers=RECORDED)
    assert of_trace(log_lines) == [("call", "/user/profile")]


async def test_calls_without_a_trace_log_none(portal: Portal, log_lines: list[Any]) -> None:
    alice = await portal.someone()
    await portal.post("/user/profile", alice, headers=RECORDED)
    await portal.post("/auth/pwd_forget", attributes={"email": alice.email})
    await portal.work()
    assert of_trace(log_lines) == [("call", "/user/profile")]


async def test_endpoint_that_crashes_logs_the_trace(
    portal: Portal, log_lines: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portal.resources, "service_history", None)
    await portal.http.get("/status", headers=RECORDED)
    assert of_trace(log_lines) == [("crash", "/status")]


async def test_trace_is_passed_to_no_receiver(portal: Portal) -> None:
    it = await deal(portal)
    async with run_receiver() as receiver, dispatching(portal):
        await save(portal, it.who, receiver.url, delivery_type=2)
        await portal.post(
            "/network/conversions", it.brand, headers=RECORDED, attributes={"orders": [it.order()]}
        )
        [received] = await receiver.wait_for(1)
    assert "traceparent" not in received.headers
    assert TRACE not in str(received)


@pytest.mark.parametrize(
    ("header", "trace"),
    [
        (f"{SENT}-01", (TRACE, True)),
        (f"{SENT}-00", (TRACE, False)),
        (f"{SENT}-ff", (TRACE, True)),
        (f"01{SENT[2:]}-01-and-more", (TRACE, True)),
        (f"{SENT}-01-and-more", None),
        (f"ff{SENT[2:]}-01", None),
        (f"00-{'0' * 32}-00f067aa0ba902b7-01", None),
        (f"00-{TRACE}-{'0' * 16}-01", None),
        (f"{SENT.upper()}-01", None),
        (f"{SENT}-01\n", None),
        (SENT, None),
        ("", None),
    ],
)
def test_header_is_read_as_its_standard_says(header: str, trace: tuple[str, bool] | None) -> None:
    assert read_trace(header.encode()) == trace


async def test_redirect_that_crashes_logs_the_trace(
    portal: Portal, log_lines: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portal.resources, "recorder", None)
    code = portal.resources.ids.make_code((await portal.someone()).uid)
    answer = await portal.http.get(f"/track/{code}", headers=RECORDED)
    assert answer.status_code == 500
    assert of_trace(log_lines) == [("crash", "/track/{code}")]
