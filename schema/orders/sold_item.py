"""A sold item with the data that commission depends on, to compute it under the terms before and after a change."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import product
from typing import NamedTuple

from schema.brands.terms import BrandTerms, Terms
from schema.core.days import ONE_DAY, day_of, first_instant
from schema.core.money import ZERO
from schema.orders.commission_amount import RateLookup, apply_percent, convert

EFFECT_DAYS = timedelta(days=30)
"""Over how many days of orders the effect of a change of terms is measured, and how many days it is shown."""
INSTANT = timedelta(microseconds=1)
SAVES_MAX = 20
"""How many of the latest saves of a brand's terms are compared with what applies now."""


class SoldItem(NamedTuple):
    """An item of a rated order that was not rejected; `rate` converts to the publisher's currency."""

    publisher_id: int
    mid: int
    oid: int
    site_id: int
    day: date
    country: str | None
    category: str | None
    currency: str
    report_currency: str
    rate: Decimal
    amount: Decimal
    brand_currency: str


RateFinder = Callable[[SoldItem], RateLookup]
"""The exchange rates of an item's day."""


class Effect(NamedTuple):
    """The commission of items before and after a change of terms, in the publisher's currency.

    `announced` is when the terms that pay less were announced; None if none does.
    """

    orders: int
    before: Decimal
    after: Decimal
    announced: datetime | None

    @property
    def loss(self) -> Decimal:
        return self.before - self.after


class TermsCut(NamedTuple):
    """A change of terms by which a publisher earns less, from a day on."""

    announced_at: datetime
    starts_on: date
    effect: Effect
    notice_days: int
    """The days from the announcement to the start; 0 means without notice."""


def terms_before(terms: Iterable[Terms], at: datetime, zone: str) -> BrandTerms:
    """A brand's terms as they stood just before a save, with all that was announced by then."""
    return BrandTerms(
        [
            each._replace(replaced_at=None)
            for each in terms
            if each.created_at < at and (each.replaced_at is None or each.replaced_at >= at)
        ],
        zone,
    )


def saves_of(terms: Sequence[Terms], since: date) -> list[datetime]:
    """The times at which a brand's terms were changed, oldest first, without those that took effect before a day.

    The first terms of a brand are no change.
    """
    latest: dict[datetime, date] = {}
    for each in terms:
        for at in (each.created_at, each.replaced_at):
            if at is not None:
                days = (at.date(), each.starts_at, each.ends_at, latest.get(at))
                latest[at] = max(day for day in days if day is not None)
    times = sorted(latest)[1:]
    return [at for at in times if latest[at] >= since][-SAVES_MAX:]


def measure_change(
    before: BrandTerms,
    after: BrandTerms,
    items: Sequence[SoldItem],
    at: datetime,
    saved_at: datetime,
    rates: RateFinder,
) -> Effect:
    """The commission of items under the terms in force at a time, as they were before a save and are after it.

    An item whose exchange rate is missing counts for neither.
    """
    old_sum = new_sum = ZERO
    orders, announced = set[int](), None
    for item in items:
        old_terms, new_terms = find_terms(before, item, at), find_terms(after, item, at)
        old, new = earn(item, old_terms, rates), earn(item, new_terms, rates)
        if old is None or new is None:
            continue
        old_sum, new_sum = old_sum + old, new_sum + new
        orders.add(item.oid)
        if new < old:
            is_new = new_terms is not None and new_terms.created_at >= saved_at
            at_last = new_terms.announcement if is_new and new_terms is not None else saved_at
            announced = at_last if announced is None else max(announced, at_last)
    return Effect(len(orders), old_sum, new_sum, announced)


def find_terms(offer: BrandTerms, item: SoldItem, at: datetime) -> Terms | None:
    """The terms that would apply to an item sold at a time."""
    sale = (item.publisher_id, item.site_id)
    return offer.find(at, *sale, category=item.category, country=item.country)


def earn(item: SoldItem, terms: Terms | None, rates: RateFinder) -> Decimal | None:
    """An item's commission in the publisher's currency: zero without terms; None if an exchange rate is missing."""
    if terms is None:
        return ZERO
    if terms.pays == "percent":
        if not item.amount:
            return ZERO
        earned = apply_percent(item.amount, terms.value, item.currency)
    else:
        rate = rates(item)(terms.currency or item.brand_currency, item.currency)
        if rate is None:
            return None
        earned = convert(terms.value, rate, item.currency)
    if item.currency == item.report_currency:
        return earned
    return convert(earned, item.rate, item.report_currency)


def find_cut(
    terms: Iterable[Terms],
    items: Sequence[SoldItem],
    rates: RateFinder,
    now: datetime,
    zone: str,
) -> TermsCut | None:
    """The change of terms that costs a publisher most: in force for at most 30 days, or announced.

    Later saves count: a cut that was withdrawn is no cut. A rate that ends on the day announced
    from the start is no cut either.
    """
    rows = list(terms)
    now_terms = BrandTerms(rows, zone)
    since = day_of(now - EFFECT_DAYS, zone) - ONE_DAY
    cuts = (
        find_cut_of_save(rows, now_terms, saved_at, items, rates, now, zone)
        for saved_at in saves_of(rows, since)
    )
    return max((cut for cut in cuts if cut), key=lambda cut: cut.effect.loss, default=None)


def find_cut_of_save(
    rows: Sequence[Terms],
    after: BrandTerms,
    saved_at: datetime,
    items: Sequence[SoldItem],
    rates: RateFinder,
    now: datetime,
    zone: str,
) -> TermsCut | None:
    """How much less the current terms pay than those before a save, and from when; None if they pay no less."""
    before = terms_before(rows, saved_at, zone)
    if not before.by_id:
        return None
    found: tuple[datetime, Effect] | None = None
    for at in instants_of(rows, saved_at, now, zone):
        effect = measure_change(before, after, items, at, saved_at, rates)
        if effect.loss <= 0:
            if at <= now:
                found = None
            continue
        start = found[0] if found else at
        found = (start, effect)
        if at >= now:
            break
    if found is None or now - found[0] > EFFECT_DAYS:
        return None
    start, effect = found
    announced_at = effect.announced or saved_at
    starts_on = day_of(start, zone)
    notice = max(0, (starts_on - day_of(announced_at, zone)).days)
    return TermsCut(announced_at, starts_on, effect, notice)


def instants_of(
    rows: Sequence[Terms], saved_at: datetime, now: datetime, zone: str
) -> list[datetime]:
    """The times from a save on at which other terms may come into force, and now."""
    days = {day for each in rows for day in (each.starts_at, each.ends_at) if day is not None}
    later = {each.created_at for each in rows if each.created_at <= now}
    instants = {saved_at, now, *later, *(first_instant(day, zone) for day in days)}
    return sorted(at for at in instants if at >= saved_at)


class ListedChange(NamedTuple):
    """A saved change of terms that affects a publisher's commission; `effect` is the effect on its items."""

    saved_at: datetime
    announced_at: datetime
    starts_on: date
    before: BrandTerms
    after: BrandTerms
    effect: Effect
    notice_days: int


def list_changes(
    terms: Iterable[Terms],
    publisher_id: int,
    items: Sequence[SoldItem],
    rates: RateFinder,
    since: date,
    zone: str,
) -> list[ListedChange]:
    """The changes of a publisher's commission that took effect since a day or will take effect, latest save first."""
    rows = list(terms)
    found = []
    for saved_at in reversed(saves_of(rows, since)):
        before = terms_before(rows, saved_at, zone)
        after = terms_before(rows, saved_at + INSTANT, zone)
        if not before.by_id:
            continue
        for at in instants_of(rows, saved_at, saved_at, zone):
            changed = changed_terms(rows, before, after, publisher_id, at)
            if changed is not None:
                times = [each.announcement for each in changed if each.created_at == saved_at]
                starts_on = day_of(at, zone)
                effect = measure_change(before, after, items, at, saved_at, rates)
                announced_at = max(times, default=saved_at)
                notice = max(0, (starts_on - day_of(announced_at, zone)).days)
                found.append(
                    ListedChange(saved_at, announced_at, starts_on, before, after, effect, notice)
                )
                break
    return found


def changed_terms(
    rows: Sequence[Terms], before: BrandTerms, after: BrandTerms, publisher_id: int, at: datetime
) -> list[Terms] | None:
    """The terms of a time that differ from those before a save, for any sale that terms tell apart; None if none do."""
    sites = {each.site_id for each in rows} | {0}
    scopes = product(
        sites, {each.category for each in rows} | {None}, {each.country for each in rows} | {None}
    )
    differing, is_changed = list[Terms](), False
    for site_id, category, country in scopes:
        sale = {"category": category, "country": country}
        old = before.find(at, publisher_id, site_id, **sale)
        new = after.find(at, publisher_id, site_id, **sale)
        if paid_by(old) != paid_by(new):
            is_changed = True
            differing += [new] if new else []
    return differing if is_changed else None


def paid_by(terms: Terms | None) -> tuple[str, Decimal, str | None] | None:
    """What terms pay, in a form to compare: it is equal for terms that pay the same."""
    if terms is None:
        return None
    return terms.pays, terms.value, terms.currency if terms.pays == "fixed" else None
