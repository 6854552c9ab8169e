"""Print a day's orders as CSV: `python day_orders.py 2026-11-20`, or yesterday's.

PORTAL_URL is the portal's address, PORTAL_TOKEN an API token with the scope report.read.
"""

import csv
import datetime as dt
import sys

from publisher_portal_client import Portal

day = (
    dt.date.fromisoformat(sys.argv[1])
    if len(sys.argv) > 1
    else dt.date.today() - dt.timedelta(days=1)
)
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["order_id", "brand", "order_time", "status", "sale", "commission", "currency"])
for order in Portal().reports.transactions_all(start_date=day, end_date=day):
    out.writerow(
        [
            order.order_id,
            order.mcid,
            order.order_time.isoformat(),
            order.status,
            order.sale_amount,
            order.sale_comm,
            order.currency,
        ]
    )
