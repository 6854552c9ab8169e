import { expect, test } from "vitest";

import { isPeriodReplaced, momentIn } from "./period";

test.each([
  ["Europe/London", "2026-07-01T10:00", "2026-07-01T09:00:00.000Z"],
  ["Europe/London", "2026-12-01T10:00", "2026-12-01T10:00:00.000Z"],
  ["America/New_York", "2026-03-08T03:30", "2026-03-08T07:30:00.000Z"],
  ["Asia/Tokyo", "2026-11-20T00:15", "2026-11-19T15:15:00.000Z"],
])("in %s the clock shows %s at %s", (zone, typed, at) => {
  expect(momentIn(zone, typed)).toBe(at);
});

test.each([
  [{}, false],
  [{ start_date: "2026-11-01", end_date: "2026-11-20" }, false],
  [{ start_date: "2026-11-20", end_date: "2026-11-01" }, true],
  [{ start_date: "2026-11-01" }, true],
  [{ start_date: "soon", end_date: "2026-11-20" }, true],
  [{ start_date: "2026-02-01", end_date: "2026-02-31" }, true],
])("a period of the URL %j is replaced: %s", (search, replaced) => {
  expect(isPeriodReplaced(search)).toBe(replaced);
});
