import { focusManager } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Delivery } from "@/api/gen/types.gen";
import type { DeliverySearch } from "@/features/postbacks/searchParams";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { DeliveryLog } from "./DeliveryLog";

const PATH = "/postback/deliveries";

function delivery(number: number, change: Partial<Delivery> = {}): Delivery {
  return {
    id: `0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c0${number}`,
    postback_id: 4,
    event_id: `1b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c0${number}`,
    event_type: 1,
    oid: 5000 + number,
    order_id: null,
    attempt: 1,
    method: "GET",
    url: "https://tracker.example/in",
    request_body: null,
    status_code: 200,
    ms: 12,
    error: null,
    state: "delivered",
    next_attempt_at: null,
    test: false,
    created_at: `2026-11-23T09:00:0${number}Z`,
    attempts: [],
    ...change,
  };
}

const answering = (...list: Delivery[]) => ({ list, total: list.length, next: null });

/** The log with these rows, and what it asks for; `answers` may be changed. */
async function openLog(rows: Delivery[], total: number, search: DeliverySearch = {}) {
  const answers = {
    "/user/profile": maya,
    "/postback/list": { list: [], total: 0 },
    "/postback/get_type": {
      event_types: [],
      delivery_types: [],
      macros: [],
      mediums: [],
      templates: [],
    },
    [PATH]: { ...answering(...rows), total },
  };
  const calls = mockPortal(answers);
  renderInApp(<DeliveryLog search={search} onSearch={() => undefined} />);
  await screen.findByText(String(rows[0]?.oid));
  const filters = () => calls.filter(({ path }) => path === PATH).map(({ req }) => req.filter);
  return { answers, calls, filters };
}

const orders = () =>
  within(screen.getByRole("table"))
    .getAllByText(/^500\d$/)
    .map(({ textContent }) => textContent);

const wait = (time: number) => vi.advanceTimersByTimeAsync(time);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  focusManager.setFocused(true);
});

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

test("the delivery log requests only deliveries newer than its newest row, every five seconds", async () => {
  const { answers, filters } = await openLog([delivery(3), delivery(2)], 2);
  answers[PATH] = answering(delivery(4), delivery(3));

  await wait(5_000);

  expect(filters().slice(1)).toEqual([{ after: delivery(3).created_at }]);
  await expect.poll(orders).toEqual(["5004", "5003", "5002"]);
  expect(screen.getByText("Total 3")).toBeTruthy();
});

test("a waiting delivery is requested again, and changes in place", async () => {
  const waits = delivery(2, { state: "waiting", status_code: 503 });
  const { answers, filters } = await openLog([delivery(3), waits], 2);
  answers[PATH] = answering(delivery(2));

  await wait(5_000);

  expect(filters().slice(1)).toEqual([
    { after: delivery(3).created_at },
    { delivery_ids: [waits.id] },
  ]);
  await expect.poll(orders).toEqual(["5003", "5002"]);
  await expect.poll(() => screen.queryByText("503")).toBeNull();
  await wait(5_000);
  const later = filters().slice(3);
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter((filter) => "delivery_ids" in (filter as object))).toEqual([]);
});

test("older deliveries than those of the page are left to the next page", async () => {
  const { answers } = await openLog([delivery(3), delivery(2)], 9);
  answers[PATH] = answering(delivery(3), delivery(2), delivery(1));

  await wait(5_000);

  await expect.poll(orders).toEqual(["5003", "5002"]);
  expect(screen.getByText("Total 9")).toBeTruthy();
});

test("more new deliveries than one answer holds reload the delivery log", async () => {
  const { answers, filters } = await openLog([delivery(1)], 1);
  answers[PATH] = { ...answering(delivery(9), delivery(8)), total: 900 };

  await wait(5_000);

  expect(filters().slice(1)).toEqual([{ after: delivery(1).created_at }, {}]);
  await expect.poll(orders).toEqual(["5009", "5008"]);
});

test("a later page of the delivery log gets no new rows", async () => {
  const { filters } = await openLog([delivery(3)], 40, { curPage: 2 });

  await wait(10_000);

  expect(filters()).toHaveLength(1);
});

test("the delivery log in a hidden tab sends no requests", async () => {
  const { filters } = await openLog([delivery(3)], 1);
  focusManager.setFocused(false);
  await wait(30_000);
  expect(filters()).toHaveLength(1);

  focusManager.setFocused(true);
  await wait(5_000);

  expect(filters().length).toBeGreaterThan(1);
});

test("new deliveries refresh the counts of the postbacks", async () => {
  const { answers, calls } = await openLog([delivery(3)], 1);
  const countReads = () => calls.filter(({ path }) => path === "/postback/list").length;
  const before = countReads();
  await wait(5_000);
  expect(countReads()).toBe(before);
  answers[PATH] = answering(delivery(4), delivery(3));

  await wait(5_000);

  expect(countReads()).toBeGreaterThan(before);
});

test("a delivery of another page opens by its address", async () => {
  const { answers } = await openLog([delivery(3)], 40);
  answers[PATH] = answering(delivery(1, { url: "https://tracker.example/elsewhere" }));
  renderInApp(<DeliveryLog search={{ delivery: delivery(1).id }} onSearch={() => undefined} />);

  expect(await screen.findByText(/tracker.example\/elsewhere/)).toBeTruthy();
});
