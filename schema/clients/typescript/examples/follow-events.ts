// Print each new event once, until you stop it: `node follow-events.ts [cursor.txt] [--once]`.
// The file, `cursor.txt` in the current folder if none is named, keeps the cursor, so that the next start goes on where
// this one ended. It is written after the events of a page were handled: after a crash the last page comes again, each
// event with the id it had. With `--once` it ends after the events there are, as suits a cron job.
// PORTAL_URL is the portal's address, PORTAL_TOKEN an API token with the scope report.read.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Portal } from "publisher-portal-client";

const { PORTAL_URL: url = "", PORTAL_TOKEN: token = "" } = process.env;
const words = process.argv.slice(2);
const [stored = "cursor.txt"] = words.filter((word) => word !== "--once");
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
    if (words.includes("--once")) break;
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
}
