"""Print each new event once, until you stop it: `python follow_events.py [cursor.txt] [--once]`.

The file, `cursor.txt` in the current folder if none is named, keeps the cursor, so that the next start goes on where
this one ended. It is written after the events of a page were handled: after a crash the last page comes again, each
event with the id it had. With `--once` it ends after the events there are, as suits a cron job.

PORTAL_URL is the portal's address, PORTAL_TOKEN an API token with the scope report.read.
"""

import os
import sys
import time
from pathlib import Path

from publisher_portal_client import Page, Portal

named = [word for word in sys.argv[1:] if word != "--once"]
stored = Path(named[0] if named else "cursor.txt")
portal = Portal()
while True:
    after = stored.read_text().strip() if stored.exists() else None
    feed = portal.reports.events(after=after, page=Page(size=500))
    for event in feed.rows:
        print(event.event_id, event.event_name, event.order_id, event.status, flush=True)
    written = stored.with_suffix(".new")
    written.write_text(feed.next)
    os.replace(written, stored)
    if not feed.has_more:
        if "--once" in sys.argv:
            break
        time.sleep(60)
