"""A publisher with a link."""

import pytest

from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal


@pytest.fixture
async def it(portal: Portal) -> Deal:
    """A publisher with a link, whose clicks begin at START."""
    return await deal(portal)
