import { expect, test } from "vitest";

import type { PerformanceRow } from "@/api/gen/types.gen";

import { nameOf, namesOf, ordersOf } from "./rowGroups";

const SEARCH = { start_date: "2026-11-04", end_date: "2026-11-20" };
const row = (fields: Partial<PerformanceRow>) => fields as PerformanceRow;

test("a row of a report is named by its group", () => {
  expect(nameOf(row({ date: "2026-11-05" }), "date")).toBe("5 Nov 2026");
  expect(nameOf(row({ week: "2026-11-02" }), "week")).toBe("Week of 2 Nov 2026");
  expect(nameOf(row({ month: "2026-11-01" }), "month")).toBe("November 2026");
  expect(nameOf(row({ mcid: "acme", brand_name: "Acme" }), "brand")).toBe("Acme");
  expect(nameOf(row({ uid1: "" }), "uid1")).toBe("(none)");
});

test("a report's row of a page without a path says that it was not sent, and an hour is shown as a time", () => {
  expect(nameOf(row({ page: "acme.example/best" }), "page")).toBe("acme.example/best");
  expect(nameOf(row({ page: "acme.example" }), "page")).toBe("acme.example (page not sent)");
  expect(nameOf(row({ page: null }), "page")).toBe("No page sent");
  expect(nameOf(row({ page: "other" }), "page")).toBe("Other pages");
  expect(nameOf(row({ placement: null }), "placement")).toBe("(none)");
  expect(nameOf(row({ hour: 0 }), "hour")).toBe("00:00");
});

test("a row of a report lists its orders by one country, device or link, but not by page", () => {
  const search = { ...SEARCH, group_by: ["date" as const] };
  const day = row({ date: "2026-11-05" });

  expect(ordersOf(day, { ...search, countries: ["GB"] }, "UTC")).toMatchObject({ country: "GB" });
  expect(ordersOf(day, { ...search, link_ids: [7] }, "UTC")).toMatchObject({ link_id: 7 });
  expect(ordersOf(day, { ...search, countries: ["GB", "DE"] }, "UTC")).toBeNull();
  expect(ordersOf(day, { ...search, pages: ["acme.example"] }, "UTC")).toBeNull();
  expect(ordersOf(row({ page: "acme.example" }), { group_by: ["page"] }, "UTC")).toBeNull();
});

test("a row of a report leads to the orders of its days, within those of the report", () => {
  const within = (group: "date" | "week" | "month", fields: Partial<PerformanceRow>) => {
    const { start_date, end_date } =
      ordersOf(row(fields), { ...SEARCH, group_by: [group] }, "UTC") ?? {};
    return [start_date, end_date];
  };

  expect(within("date", { date: "2026-11-05" })).toEqual(["2026-11-05", "2026-11-05"]);
  expect(within("week", { week: "2026-11-02" })).toEqual(["2026-11-04", "2026-11-08"]);
  expect(within("month", { month: "2026-11-01" })).toEqual(["2026-11-04", "2026-11-20"]);
});

test("a row of a brand and a label leads to the orders of both", () => {
  const search = { ...SEARCH, group_by: ["brand" as const, "uid1" as const] };

  const orders = ordersOf(row({ mcid: "acme", uid1: "blog" }), search, "UTC");

  expect(orders).toMatchObject({ ...SEARCH, mcids: ["acme"], uid1: "blog" });
});

test("a row of a link, country, device, offer type or of no label leads to its orders", () => {
  const filterOf = (group: "link" | "country" | "device" | "offer_type" | "uid1", fields: object) =>
    ordersOf(row(fields), { ...SEARCH, group_by: [group] }, "UTC");

  expect(filterOf("link", { link_id: 7 })).toMatchObject({ link_id: 7 });
  expect(filterOf("country", { country: "GB" })).toMatchObject({ country: "GB" });
  expect(filterOf("country", { country: null })).toMatchObject({ country: "" });
  expect(filterOf("device", { device: "mobile" })).toMatchObject({ device: "mobile" });
  expect(filterOf("offer_type", { offer_type: "CPS" })).toMatchObject({ offer_type: "CPS" });
  expect(filterOf("uid1", { uid1: "" })).toMatchObject({ uid1: "" });
});

test("a row whose orders cannot be listed leads nowhere", () => {
  expect(ordersOf(row({}), { group_by: ["link"] }, "UTC")).toBeNull();
});

test("a row of a link is named by brand and note or code, and by both if two links share a note", () => {
  const mail = { link_brand_name: "Acme", link_note: "Mail", link_code: "k3x9", link_id: 7 };
  const other = { ...mail, link_id: 8, link_code: "p2q4" };

  expect(nameOf(row(mail), "link")).toBe("Acme · Mail");
  expect(nameOf(row({ ...mail, brand_name: "Acme" }), "link")).toBe("Mail");
  expect(nameOf(row({ ...mail, link_note: "" }), "link")).toBe("Acme · k3x9");
  expect(nameOf(row({ link_id: 7 }), "link")).toBe("Deleted link");
  const list = [row(mail), row(other), row({ ...mail, link_id: 9, link_note: "Blog" })];
  expect(list.map(namesOf(list, "link"))).toEqual([
    "Acme · Mail (k3x9)",
    "Acme · Mail (p2q4)",
    "Acme · Blog",
  ]);
});
