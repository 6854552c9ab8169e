"""Reference data that is the same for every caller: countries and the network's terms."""

from handlers.flows.accounts.terms_of_service import terms_of
from rpc import Guest, query
from schema.accounts.terms_of_service import Terms
from schema.core.envelope import Listing
from schema.core.region import Region, RegionFilter, find_region, regions
from schema.core.time_zones import zone_country


@query("/common/regions")
async def regions_(ctx: Guest, filter: RegionFilter) -> Listing[Region]:  # noqa: ARG001
    """List countries with their calling codes, currencies and provinces."""
    if filter.country is None and filter.time_zone is None:
        return Listing(regions(), len(regions()))
    region = find_region(filter.country or zone_country(filter.time_zone or ""))
    return Listing([region] if region else [], int(region is not None))


@query("/common/terms")
async def terms(ctx: Guest) -> Terms:
    """Get the terms that publishers agree to when they sign up."""
    return terms_of(ctx.resources.settings)
