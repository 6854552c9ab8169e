"""The day on which a payment should arrive by the terms, as a piece of a statement."""

from sql.core.local_time import utc_time
from sql.core.sql_template import piece

EXPECTED_DATE = piece(
    "(",
    utc_time("coalesce(p.sent_at, p.processed_at)"),
    "+ case when p.sent_at is null then interval '5 days' else interval '3 days' end)::date as expected_date",
)
"""By the terms: five days after a payment `p` goes to the bank, three after it was sent."""
