"""Brands' measured figures as a publisher sees them."""

from collections.abc import Sequence
from decimal import Decimal

import sql.brands.measured_figures
import sql.core.exchange_rate
from handlers.flows.network_day import network_day
from rpc import Publisher
from schema.brands.commission_group import FIXED_AMOUNT_UNITS, CommissionUnit
from schema.brands.figure_reader import FigureReader
from schema.brands.measured import Measured
from schema.brands.measured_counts import own_figures
from schema.brands.measured_terms import find_terms_steps
from sql.brands.measured_figures import MeasuredBrand
from sql.core.exchange_rate import RateKey

TERMS_SHOWN = 20


async def measured_of(ctx: Publisher, mcid: str, site_id: int) -> Measured:
    """The measured figures of one brand."""
    brands = await sql.brands.measured_figures.of_brands(ctx.db, ctx.publisher_id, [mcid])
    [measured] = await read_measured(ctx, [brands[mcid]], site_id)
    return measured


async def read_measured(
    ctx: Publisher, brands: Sequence[MeasuredBrand], site_id: int
) -> list[Measured]:
    """Brands' figures as a publisher sees them: of all channels, of the channel's type, and the publisher's own."""
    currency, today = ctx.account.currency, network_day(ctx)
    keys = {RateKey(brand.currency, currency, today) for brand in brands}
    rates = await sql.core.exchange_rate.find_rates(
        ctx.db, {key for key in keys if key.base != key.quote}
    )
    channel_type = await sql.brands.measured_figures.channel_type(ctx.db, ctx.publisher_id, site_id)
    terms = await sql.brands.measured_figures.all_terms(ctx.db, [brand.mid for brand in brands])
    zone = ctx.resources.network_time_zone
    answers = []
    for brand in brands:
        key = RateKey(brand.currency, currency, today)
        rate = Decimal(1) if brand.currency == currency else rates.get(key)
        own = own_figures([brand.shared, brand.own_terms], brand.measured_on or today)
        unit = CommissionUnit(brand.currency, FIXED_AMOUNT_UNITS[brand.offer_type])
        answers.append(
            Measured(
                measured_on=brand.measured_on,
                since=brand.since,
                channel_type=channel_type,
                currency=currency,
                validation_days=brand.validation_days,
                payment_days=brand.payment_days,
                all=FigureReader(brand.figures, rate=rate).read(),
                my_type=FigureReader(brand.figures, rate=rate, channel_type=channel_type).read(),
                mine=FigureReader(own, rate=Decimal(1), own=True).read(),
                terms=find_terms_steps(terms[brand.mid], unit, zone, TERMS_SHOWN),
            )
        )
    return answers
