"""The status page as HTML, without scripts, so that it also works while little else does."""

from collections import Counter
from datetime import datetime

from schema.core.service import DayState, ServiceDay, ServiceStatus, State, Status

STYLE = """body { max-width: 46rem; margin: 3rem auto }
section { margin: 2rem 0; border-top: 1px solid light-dark(#d5d8e0, #444a58); padding-top: 1rem }
h2 { display: flex; justify-content: space-between; gap: 1rem; font-size: 1.125rem; margin: 0 }
svg { display: block; width: 100%; height: 2rem }
p { margin: .25rem 0 } .days { display: flex; justify-content: space-between; font-size: .875rem }
.ok, .met { color: light-dark(#146c2e, #6dd58c); fill: currentColor }
.limited { color: light-dark(#8a5300, #f5b84d) }
.down, .missed { color: light-dark(#b3261e, #ff9a92); fill: currentColor }
.few, .none { fill: light-dark(#7d8494, #8b92a3) }"""
WORDS = {State.OK: "Works", State.LIMITED: "Limited", State.DOWN: "Does not work"}
OVERALL = {
    State.OK: "Everything works.",
    State.LIMITED: "Something works only in part.",
    State.DOWN: "Something does not work.",
}
AWAY = (
    "The database cannot be reached. Links that were used within the last hour still lead on, and no click of theirs is"
    " lost; all else waits."
)
DAY_WORDS = {
    DayState.MET: "kept",
    DayState.MISSED: "missed",
    DayState.FEW: "with too little to measure",
    DayState.NONE: "without a record",
}
HEIGHTS = {DayState.MET: 24, DayState.MISSED: 32, DayState.FEW: 12, DayState.NONE: 4}
"""How high the bar of a day is of 32: states can be distinguished without colours, too."""
BAR, STEP = 4, 6
MISSED_SHOWN = 5
PERCENT = "\u00a0%"
MINUTE, DAY = 60, 86_400


def write_page(status: Status) -> tuple[str, str]:
    """The content of the page, and its style."""
    paragraphs = [f"<p>{OVERALL[status.state] if status.database else AWAY}</p>"]
    if status.history_as_of is None:
        paragraphs.append("<p>What was before is in the database, and not shown now.</p>")
    elif not status.database:
        paragraphs.append(f"<p>The days are as of {write_time(status.history_as_of)}.</p>")
    sections = [write_service(service) for service in status.services]
    last = (
        f'<section><p>As of {write_time(status.as_of)}. Days are of UTC. <a href="/status.json">The same as JSON</a> ·'
        ' <a href="/">Publisher portal</a></p></section>'
    )
    return "".join([*paragraphs, *sections, last]), STYLE


def write_service(service: ServiceStatus) -> str:
    first, last = service.days[0].day, service.days[-1].day
    return (
        f'<section><h2>{service.title} <span class="{service.state}">{WORDS[service.state]}</span></h2>'
        f"<p>We promise: {service.promise}.</p>{write_bars(service.days)}"
        f'<p class="days"><span>{first:%d %b %Y}</span><span>{last:%d %b %Y}</span></p>'
        f"<p>{' · '.join(figures_of(service))}</p></section>"
    )


def write_bars(days: list[ServiceDay]) -> str:
    """A bar for each day."""
    counted = Counter(day.state for day in days)
    summary = ", ".join(
        f"{counted[state]} {DAY_WORDS[state]}" for state in DayState if counted[state]
    )
    bars = "".join(
        f'<rect class="{day.state}" x="{index * STEP}" y="{32 - HEIGHTS[day.state]}" width="{BAR}"'
        f' height="{HEIGHTS[day.state]}"><title>{day.day:%d %b}: {say_day(day)}</title></rect>'
        for index, day in enumerate(days)
    )
    return (
        f'<svg role="img" aria-label="{len(days)} days: {summary}" preserveAspectRatio="none"'
        f' viewBox="0 0 {len(days) * STEP} 32">{bars}</svg>'
    )


def say_day(day: ServiceDay) -> str:
    return DAY_WORDS[day.state] if day.share is None else write_share(day.share)


def figures_of(service: ServiceStatus) -> list[str]:
    """What is summary below the bars."""
    if service.share is None:
        return [f"Too little happened in {len(service.days)} days to measure it"]
    figures = [f"measured: {write_share(service.share)} in {len(service.days)} days"]
    today = service.days[-1]
    if today.half_within is not None and today.most_within is not None:
        half, most = write_seconds(today.half_within), write_seconds(today.most_within)
        figures.append(f"today half within {half}, 95{PERCENT} within {most}")
    missed = [day for day in service.days if day.state is DayState.MISSED][-MISSED_SHOWN:]
    if missed:
        days = ", ".join(f"{day.day:%d %b} ({say_day(day)})" for day in missed)
        figures.append(f"missed last on {days}")
    return figures


def write_share(share: float) -> str:
    return f"{share * 100:.2f}".rstrip("0").rstrip(".") + PERCENT


def write_seconds(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:g} ms"
    if seconds < MINUTE:
        return f"{seconds:g} s"
    if seconds < DAY:
        return f"{seconds / MINUTE:g} min"
    return f"{seconds / DAY:g} days"


def write_time(at: datetime) -> str:
    return f"{at:%d %b %Y, %H:%M} UTC"
