"""The publisher with everything, whom the journeys of one process only look at."""

import pytest

from tests.support.hostile.full_publisher import Possessions, possessions
from tests.support.portal import Portal


@pytest.fixture(scope="session")
async def own(site: Portal) -> Possessions:
    return await possessions(site)
