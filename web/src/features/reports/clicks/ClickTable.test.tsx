import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ClickTable } from "./ClickTable";

const AS_OF = "2026-11-24T10:00:05Z";
const row = {
  click_ref: "0191f3a27c3a7d4e9b5f6a7b8c9d0e1f",
  click_time: "2026-11-20T10:00:00Z",
  mcid: "acme",
  brand_name: "Acme",
  site_id: 1,
  link_id: 7,
  link_code: "k3x9",
  link_note: "",
  uid1: "",
  uid2: "",
  uid3: "",
  uid4: "",
  uid5: "",
  country: null,
  device: "desktop",
  referrer: null,
  verdict: "valid" as const,
  verdict_reason: null,
  oid: null,
  order_id: null,
  code_decided: false,
};

test.each([
  [true, "More than 10,000"],
  [false, "10,001"],
])("the capped number of clicks (%s) is shown as %s", async (capped, says) => {
  mockPortal({
    "/reports/clicks": { list: [row], total: 10_001, total_is_capped: capped, next: null, as_of: AS_OF },
    "/site/list": { list: [], total: 0, next: null },
    "/user/profile": maya,
  });
  renderInApp(<ClickTable search={{}} zone="UTC" onSearch={() => {}} onLonger={() => {}} />);

  expect(await screen.findByText(new RegExp(says))).toBeTruthy();
});

test("a click names the order it led to by the shop's number", async () => {
  mockPortal({
    "/reports/clicks": {
      list: [{ ...row, oid: 700123, order_id: "A-7" }],
      total: 1,
      total_is_capped: false,
      next: null,
      as_of: AS_OF,
    },
    "/site/list": { list: [], total: 0, next: null },
    "/user/profile": maya,
  });
  renderInApp(<ClickTable search={{}} zone="UTC" onSearch={() => {}} onLonger={() => {}} />);

  expect(await screen.findByRole("link", { name: "A-7" })).toBeTruthy();
});

test.each([
  ["by its note", { link_note: "Summer mail" }, "Summer mail"],
  ["by its code where it has no note", {}, "k3x9"],
  [
    "as deleted where nobody knows it any more",
    { link_code: null, link_note: null },
    "Deleted link",
  ],
])("the click list names a link as %s", async (_, names, name) => {
  mockPortal({
    "/reports/clicks": {
      list: [{ ...row, ...names }],
      total: 1,
      total_is_capped: false,
      next: null,
      as_of: AS_OF,
    },
    "/site/list": { list: [], total: 0, next: null },
    "/user/profile": maya,
  });
  renderInApp(<ClickTable search={{}} zone="UTC" onSearch={() => {}} onLonger={() => {}} />);

  const link = await screen.findByRole("link", { name });
  expect(link.getAttribute("href")).toContain("link=7");
  expect(screen.queryByText("Link 7")).toBeNull();
});

test("the reason why a click does not count is shown below its verdict", async () => {
  mockPortal({
    "/reports/clicks": {
      list: [{ ...row, verdict: "bot", verdict_reason: "known crawler: Googlebot" }],
      total: 1,
      total_is_capped: false,
      next: null,
      as_of: AS_OF,
    },
    "/site/list": { list: [], total: 0, next: null },
    "/user/profile": maya,
  });
  renderInApp(<ClickTable search={{}} zone="UTC" onSearch={() => {}} onLonger={() => {}} />);

  const reason = await screen.findByText("Known crawler: Googlebot");
  expect(reason.closest("td")?.textContent).toBe("BotKnown crawler: Googlebot");
});

test("a page that the browser fetched ahead is called prefetched, not a bot", async () => {
  mockPortal({
    "/reports/clicks": {
      list: [{ ...row, verdict: "bot", verdict_reason: "prefetched by the browser" }],
      total: 1,
      total_is_capped: false,
      next: null,
      as_of: AS_OF,
    },
    "/site/list": { list: [], total: 0, next: null },
    "/user/profile": maya,
  });
  renderInApp(<ClickTable search={{}} zone="UTC" onSearch={() => {}} onLonger={() => {}} />);

  expect((await screen.findByText("Prefetched")).closest("td")?.textContent).toBe("Prefetched");
  expect(screen.queryByText("Bot")).toBeNull();
});

test("a click whose order went to an assigned code says so in place of an order", async () => {
  mockPortal({
    "/reports/clicks": {
      list: [{ ...row, code_decided: true }],
      total: 1,
      total_is_capped: false,
      next: null,
      as_of: AS_OF,
    },
    "/site/list": { list: [], total: 0, next: null },
    "/user/profile": maya,
  });
  renderInApp(<ClickTable search={{}} zone="UTC" onSearch={() => {}} onLonger={() => {}} />);

  expect(await screen.findByText("An assigned code decided")).toBeTruthy();
});
