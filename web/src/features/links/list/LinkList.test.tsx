import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Link } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { LinkList } from "./LinkList";

const acme = {
  link_id: 7,
  brand_name: "Acme",
  mcid: "acme",
  qr: "<svg/>",
  commission: "0.00",
  currency: "GBP",
  created_at: "2026-11-01T10:00:00Z",
} as Link;
const portal = {
  "/user/profile": maya,
  "/site/list": { list: [], total: 0, next: null },
  "/brands/find": { list: [], total: 0, next: null },
};

afterEach(() => void vi.useRealTimers());

test("the figures of a link's history are refreshed while it is shown", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let clicks = 3;
  mockPortal({
    ...portal,
    "/tools/links": () => ({
      list: [{ ...acme, clicks, target_url: "https://acme.example/", orders: 0 }],
      total: 1,
      next: null,
    }),
  });
  renderInApp(<LinkList search={{}} onSearch={() => {}} />);
  await screen.findByText("3");

  clicks = 4;
  await vi.advanceTimersByTimeAsync(15_000);

  expect(await screen.findByText("4")).toBeTruthy();
});

test("a link of another page that cannot be loaded says so in its drawer, with a retry", async () => {
  let away = true;
  const calls = mockPortal({
    ...portal,
    "/tools/links": ({ filter }) => {
      if (!(filter as { link_id?: number })?.link_id) return { list: [], total: 0, next: null };
      return away
        ? (new Refusal(21005, "Not available just now") as never)
        : { list: [acme], total: 1, next: null };
    },
  });
  renderInApp(<LinkList search={{ link: 7 }} onSearch={() => {}} />);

  const retry = await screen.findByRole("button", { name: "Retry" });
  away = false;
  await userEvent.click(retry);

  expect(await screen.findByRole("heading", { name: "Acme" })).toBeTruthy();
  expect(calls.filter(({ path }) => path === "/tools/links")).toHaveLength(3);
});
