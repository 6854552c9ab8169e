"""How long a publisher's own payments have taken to arrive, from being requested."""

import sql.payments.past_payments
from rpc import Publisher
from schema.core.date_rule import DateCase, DateRule, known_rule
from schema.core.days import day_of


async def find_payment_rule(ctx: Publisher) -> DateRule | None:
    """The rule of the publisher's latest payments; None if too few have arrived."""
    zone = ctx.account.time_zone
    past = await sql.payments.past_payments.latest(ctx.db, ctx.publisher_id)
    cases = list[DateCase]()
    for each in past:
        asked = day_of(each.requested_at, zone)
        cases.append(DateCase(asked, asked, day_of(each.paid_at, zone)))
    return known_rule(cases, day_of(ctx.now, zone))
