import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PreparedCase } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { CaseDrafts } from "./CaseDrafts";

const draft: PreparedCase = {
  id: 4,
  agent: "Claude",
  created_at: "2026-11-28T10:00:00Z",
  kind: "missing",
  note: "My reader sent me the receipt",
  oid: null,
  item_id: null,
  mcid: "loomfield",
  order_id: "A-17",
  order_time: "2026-11-27T10:00:00Z",
  currency: "GBP",
  amount: "50.00",
  click_ref: null,
  periods: [],
  topic: null,
  payment_id: null,
};

test("a draft fills the form of its kind", async () => {
  mockPortal({ "/user/profile": maya, "/reports/case_draft_list": { list: [draft], total: 1 } });
  const onComplete = vi.fn();
  renderInApp(<CaseDrafts onComplete={onComplete} />);

  expect(await screen.findByText(/by Claude on/)).toBeTruthy();
  await userEvent.click(
    screen.getByRole("button", { name: "Complete: Missing · loomfield · A-17" }),
  );

  expect(onComplete).toHaveBeenCalledWith({
    draft: 4,
    add: "missing",
    note: "My reader sent me the receipt",
    mcid: "loomfield",
    order_id: "A-17",
    order_time: "2026-11-27T10:00:00Z",
    currency: "GBP",
    amount: "50.00",
    asked: true,
  });
});

test("a draft is deleted", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/reports/case_draft_list": { list: [draft], total: 1 },
    "/reports/case_draft_del": null,
  });
  renderInApp(<CaseDrafts onComplete={() => undefined} />);

  await userEvent.click(await screen.findByRole("button", { name: /^Delete/ }));

  await expect.poll(() => attributesOf(calls, "/reports/case_draft_del")).toEqual([{ id: 4 }]);
});
