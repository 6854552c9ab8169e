"""No test depends on the machine's speed, as far as its source shows."""

from collections.abc import Callable, Iterable

import pytest

from tests.architecture.source import clocks
from tests.architecture.source.imports import Modules, made_up
from tests.support.timing import HANG_SECONDS, least_cpu

Rule = Callable[[Modules], Iterable[str]]
RULES: list[Rule] = [clocks.readings, clocks.limits, clocks.ages, clocks.polls]
TESTS = clocks.project_tests()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_test_depends_on_the_speed_of_the_machine(rule: Rule) -> None:
    assert list(rule(TESTS)) == []


def test_web_tests_set_no_time_limits() -> None:
    sources = clocks.web_tests()
    assert len(sources) > 100
    assert list(clocks.web_limits(sources)) == []


def test_check_for_time_dependent_assertions_reads_all_tests_except_bench_and_soak() -> None:
    assert {"tests.conftest", "tests.support.timing", "tests.clicks.test_track"} <= set(TESTS)
    assert not [path for path in TESTS if path.startswith(("tests.bench", "tests.soak"))]


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (clocks.readings, "from time import perf_counter"),
        (clocks.readings, "from time import sleep, monotonic as now"),
        (clocks.readings, "began = time.monotonic()"),
        (clocks.readings, "began = time.process_time_ns()"),
        (clocks.readings, "began = time.time()"),
        (clocks.readings, "work(clock=time.thread_time)"),
        (clocks.readings, "began = asyncio.get_running_loop().time()"),
        (clocks.readings, "assert loop.time() < 5"),
        (clocks.limits, "async with asyncio.timeout(5): pass"),
        (clocks.limits, "async with asyncio.timeout(PATIENCE): pass"),
        (clocks.limits, "async with asyncio.timeout(2 * SOON + 1.5): pass"),
        (clocks.limits, "async with timeout(0.3): pass"),
        (clocks.limits, "await asyncio.wait_for(answer, 1)"),
        (clocks.limits, "await asyncio.wait_for(answer, timeout=SOON)"),
        (clocks.limits, "for one in asyncio.as_completed(calls, timeout=5): pass"),
        (clocks.limits, "subprocess.run(command, timeout=20)"),
        (clocks.limits, "urlopen(url, timeout=2)"),
        (clocks.limits, "page.set_default_timeout(15_000)"),
        (clocks.limits, "await expect(row).to_be_visible(timeout=LIVE)"),
        (clocks.ages, "assert clock.now() - seen < timedelta(minutes=1)"),
        (clocks.ages, "assert abs(datetime.now(UTC) - at) <= timedelta(seconds=2)"),
        (clocks.ages, "assert timedelta(seconds=1) > at - clock.now()"),
        (clocks.polls, "for _ in range(100):\n    if true(): break\n    time.sleep(0.1)"),
        (clocks.polls, "for _ in range(9):\n    if true(): return\n    await asyncio.sleep(1)"),
    ],
)
def test_check_finds_a_time_dependent_assertion(rule: Rule, source: str) -> None:
    """The control."""
    body = "\n".join(f"    {line}" for line in source.splitlines())
    modules = made_up({"tests/test_a.py": f"async def test():\n{body}"})
    assert [line.rpartition(":")[0] for line in rule(modules)] == ["tests/test_a.py"]


async def test_cpu_time_can_only_be_compared_with_another_measurement() -> None:
    long = await least_cpu(lambda: sum(range(20_000_000)))
    short = await least_cpu(lambda: None)
    assert short < long
    assert not long < 1 * short
    assert not short.is_at_least(HANG_SECONDS)
    for compare in (lambda: short < 1.5, lambda: short > 0, lambda: short <= HANG_SECONDS):
        with pytest.raises(TypeError):
            compare()


@pytest.mark.parametrize(
    "source",
    [
        "assert took < 10 * quiet",
        "assert pause.is_at_least(0.1)",
        "monkeypatch.setattr(server_watch.time, 'monotonic', lambda: now)",
        "async with asyncio.timeout(HANG_SECONDS): pass",
        "page.set_default_timeout(1_000 * HANG_SECONDS)",
        "httpx2.AsyncClient(timeout=None)",
        "done, left = await asyncio.wait(tasks, timeout=0.5)",
        "await receiver.wait_for(2)",
        "assert seen > began - timedelta(minutes=1)",
        "assert last > clock.now() - timedelta(days=1)",
        "assert row['expires_at'] - row['at'] == timedelta(hours=1)",
        "for _ in range(3):\n    await call()\n    await asyncio.sleep(0.02)",
    ],
)
def test_check_for_time_dependent_assertions_allows_other_code(source: str) -> None:
    body = "\n".join(f"    {line}" for line in source.splitlines())
    modules = made_up({"tests/test_a.py": f"async def test():\n{body}"})
    assert [line for rule in RULES for line in rule(modules)] == []


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("await screen.findByText('a', {}, { timeout: 5_000 });", True),
        ("await expect.poll(read, { interval: 10 }).toBe(1);", True),
        ("await vi.waitFor(() => expect(a).toBe(1));", True),
        ("expect(performance.now() - began).toBeLessThan(200);", True),
        ("test('a', async () => { await act(); }, 10_000);", True),
        ("await waitFor(() => expect(a).toBe(1));", False),
        ("const timeout = vi.spyOn(AbortSignal, 'timeout');", False),
    ],
)
def test_check_finds_a_time_limit_in_a_web_test(line: str, seen: bool) -> None:
    """The control."""
    assert bool([*clocks.web_limits({"a.test.ts": line})]) is seen
