// Print each new event once: `node follow-events.ts cursor.txt [--once]`.
// The file keeps the cursor, so that the next start goes on where this one ended. It is written after the events of a page
// were handled: after a crash the last page comes again, each event with the id it had.
// PORTAL_URL is the portal's address, PORTAL_TOKEN an API token with the scope report.read.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Portal } from "publisher-portal-client";

const { PORTAL_URL: url = "", PORTAL_TOKEN: token = "" } = process.env;
const [stored = "cursor.txt", once] = process.argv.slice(2);
const portal = new Portal({ url, token });

for (;;) {
  const after = existsSync(stored) ? readFileSync(stored, "utf8").trim() : null;
  const feed = await portal.reports.events({ after, page: { perPage: 500 } });
  for (const event of feed.list) {
    console.log(event.event_id, event.event_name, event.order_id, event.status);
  }
  writeFileSync(`${stored}.new`, feed.next);
  renameSync(`${stored}.new`, stored);
  if (!feed.has_more) {
    if (once === "--once") break;
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
}
