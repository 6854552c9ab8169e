import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { mockPortal, renderInApp } from "@/testing/portal";
import { portal } from "@/testing/postbacks";
import { PostbackTable } from "./PostbackTable";

const mark = (
  number: number,
  state: "delivered" | "failed" | "waiting",
  status: number | null,
) => ({
  id: `0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c0${number}`,
  state,
  status_code: status,
  error: state !== "delivered" && status !== null ? ("status" as const) : null,
  created_at: `2026-11-23T09:0${number}:00Z`,
});
const recent = (...marks: Array<ReturnType<typeof mark>>) => ({
  list: marks.length > 0 ? [{ postback_id: 4, marks }] : [],
  total: marks.length > 0 ? 1 : 0,
});

test("each recent delivery is a mark with its outcome and a link", async () => {
  mockPortal({
    ...portal,
    "/postback/recent": recent(
      mark(3, "waiting", null),
      mark(2, "failed", 503),
      mark(1, "delivered", 200),
    ),
  });
  renderInApp(<PostbackTable onDelivery={() => {}} />);

  const strip = await screen.findByRole("list", {
    name: "Last 3 deliveries of Order created, no. 4: 1 delivered, 1 failed, 1 waiting",
  });
  const marks = within(strip).getAllByRole("link");
  expect(marks.map((each) => each.getAttribute("aria-label"))).toEqual([
    "Delivered (200), 23 Nov 2026, 09:01",
    "Failed (503), 23 Nov 2026, 09:02",
    "Waiting, 23 Nov 2026, 09:03",
  ]);
  expect(marks[1]?.getAttribute("href")).toBe(
    `/tools/global-postback/list?delivery=${mark(2, "failed", 503).id}`,
  );
  const looks = marks.map((each) => [each.dataset.look, each.querySelector("span")?.style.height]);
  expect(looks).toEqual([
    ["delivered", "60%"],
    ["failed", "100%"],
    ["waiting", "30%"],
  ]);
});

test("a postback without recent deliveries says so", async () => {
  mockPortal({ ...portal, "/postback/recent": recent() });
  renderInApp(<PostbackTable onDelivery={() => {}} />);

  expect(await screen.findByText("No deliveries yet")).toBeTruthy();
});

test("recent deliveries that cannot be loaded leave the list of postbacks in place", async () => {
  mockPortal({ ...portal, "/postback/recent": new Refusal(21005, "Not available just now") });
  renderInApp(<PostbackTable onDelivery={() => {}} />);

  expect(await screen.findByText("Could not be loaded")).toBeTruthy();
  expect(await screen.findByTitle("https://tracker.example/in")).toBeTruthy();
});
