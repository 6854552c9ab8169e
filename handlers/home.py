"""The first page."""

from rpc import Publisher, query
from schema.report import Dashboard, DashboardFilter


@query("/home/dashboard")
async def dashboard(ctx: Publisher, filter: DashboardFilter) -> Dashboard:
    """How the last days went, beside the days before, and what is still to be done."""
    raise AssertionError
