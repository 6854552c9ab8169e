"""Clicks that have not been added to the figures by day yet, in the form of the rows that they will be added to."""

from sql.core.local_time import local_day
from sql.core.sql_template import piece
from sql.reports.figures.rollup import USUAL_KEYS, VALUE_KEYS

UNCOUNTED = piece(
    "(select c.publisher_id, place.grain, place.day, place.key, 1::bigint as clicks",
    "from (select publisher_id, mid, site_id, link_id,",
    local_day("click_time"),
    "as day from click_uncounted where publisher_id = :publisher_id) c cross join lateral (values",
    USUAL_KEYS,
    ") as place (grain, day, key)) uncounted",
)
"""The `from` item with these rows; the statement takes `publisher_id` and the values of `zone_values()`."""
UNCOUNTED_VALUES = piece(
    "(select c.publisher_id, place.grain, place.day, place.key, 1::bigint as clicks",
    "from (select publisher_id, page_id, placement_id,",
    local_day("click_time"),
    "as day from click_uncounted where publisher_id = :publisher_id) c cross join lateral (values",
    VALUE_KEYS,
    ") as place (grain, day, key)) uncounted",
)
"""The same by page and placement (key 0 for none): separate, because the page of each click has to be computed."""
