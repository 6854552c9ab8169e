"""When a publisher's payment should arrive: as its own earlier ones did, from being requested, or else by the terms."""

from datetime import date, datetime

import sql.payments.past_payments
from rpc import Publisher
from schema.core.days import day_of
from schema.core.expected_date import DateCase, DateRule, known_rule
from schema.payments.settlement import ExpectedFrom


async def find_payment_rule(ctx: Publisher) -> DateRule | None:
    """The rule of the publisher's latest payments; None if too few have arrived."""
    zone = ctx.account.time_zone
    past = await sql.payments.past_payments.latest(ctx.db, ctx.publisher_id)
    cases = list[DateCase]()
    for each in past:
        asked = day_of(each.requested_at, zone)
        cases.append(DateCase(asked, asked, day_of(each.paid_at, zone)))
    return known_rule(cases, day_of(ctx.now, zone))


def expect_arrival(
    requested_at: datetime, by_terms: date | None, rule: DateRule | None, zone: str
) -> tuple[date | None, ExpectedFrom | None]:
    """The day on which a payment under way should arrive, and what that rests on."""
    if rule is not None:
        return rule.expect(day_of(requested_at, zone)), ExpectedFrom.PAST
    return by_terms, ExpectedFrom.TERMS if by_terms else None
