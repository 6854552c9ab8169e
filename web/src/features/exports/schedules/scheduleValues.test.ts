import { expect, test } from "vitest";

import type { ExportSchedule, View } from "@/api/gen/types.gen";
import { hasFixedDays, isDated, toDraft, toValues } from "./scheduleValues";

const saved: ExportSchedule = {
  id: 7,
  name: "Nightly",
  maker: "Maya",
  report: "transactions",
  filter: { mcids: ["bolt"] },
  days: "last_7",
  view_id: null,
  view: null,
  every: "day",
  format: "csv",
  incremental: false,
  kind: "s3",
  endpoint: null,
  region: "eu-west-1",
  bucket: "orders",
  access_key: "key",
  host: null,
  port: null,
  user: null,
  folder: "portal",
  host_key: null,
  state: "active",
  error: null,
  next_at: null,
  last_run: null,
  created_at: "2026-11-20T10:00:00Z",
};
const view = { id: 3, name: "Brands", report: "performance" } as View;

test("a schedule that is changed keeps its filter and its days, and sends no other target", () => {
  const draft = toDraft({ ...toValues(saved), secret: "s", password: "p" }, saved, []);
  expect(draft).toMatchObject({
    id: 7,
    filter: { mcids: ["bolt"] },
    days: "last_7",
    bucket: "orders",
  });
  expect(draft).not.toHaveProperty("host");
});

test("a schedule of what changed has no days, and no other report is incremental", () => {
  const values = { ...toValues(saved), incremental: true };
  expect(isDated(values)).toBe(false);
  expect(toDraft(values, saved, [])).toMatchObject({ incremental: true, days: undefined });
  const clicks = toDraft({ ...values, source: "clicks" }, saved, []);
  expect(clicks).toMatchObject({ incremental: false, filter: {} });
});

test("a saved view is delivered by its number, without a filter of its own", () => {
  const values = { ...toValues(null), source: "view:3" };
  expect(toDraft(values, null, [view])).toMatchObject({
    report: "performance",
    view_id: 3,
    filter: {},
    days: undefined,
  });
});

test("performance is delivered by day and brand", () => {
  const values = { ...toValues(null), source: "performance" };
  expect(toDraft(values, null, [])).toMatchObject({
    filter: { group_by: ["date", "brand"] },
    days: "last_30",
  });
});

test("days that were saved through the API stay as they are", () => {
  const dated = {
    ...saved,
    days: null,
    filter: { start_date: "2026-01-01", end_date: "2026-01-31" },
  };
  const values = toValues(dated);
  expect(hasFixedDays(values, dated)).toBe(true);
  expect(toDraft(values, dated, [])).toMatchObject({ filter: dated.filter, days: undefined });
});
