import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { NetworkCaseInfo } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { CaseDrawer } from "./CaseDrawer";
import { NetworkCaseDrawer } from "./NetworkCaseDrawer";
import { INTERVAL } from "./searchParams";

const operator = { ...maya, roles: ["operator"], default_site: null } as User;
const shown = {
  case_id: 800001,
  uid: 5,
  publisher: "Maya",
  kind: "incorrect",
  state: "open",
  mcid: "acme",
  brand_name: "Acme",
  order_id: "A-7",
  oid: 42,
  item_id: "",
  topic: null,
  payment_id: null,
  periods: [],
  pay_on: null,
  order_time: "2026-11-20T10:00:00Z",
  currency: "GBP",
  amount: "12.00",
  accepted_amount: null,
  accepted_comm: null,
  recorded_amount: "10.00",
  recorded_comm: "1.00",
  click_ref: null,
  opened_at: "2026-11-20T10:00:00Z",
  updated_at: "2026-11-20T10:00:00Z",
  steps: [],
  near: [],
} as unknown as NetworkCaseInfo;

test("an operator sees claimed and recorded amount of a case and a link to the order, and no decision is preselected", async () => {
  const calls = mockPortal({ "/user/profile": operator, "/network/case_info": shown });
  renderInApp(<NetworkCaseDrawer shown={800001} onClose={() => {}} />);

  expect(await screen.findByText("GBP 12.00")).toBeTruthy();
  expect(screen.getByText("GBP 10.00")).toBeTruthy();
  expect(screen.getByRole("link", { name: "A-7" }).getAttribute("href")).toBe(
    `/network/orders?look=${encodeURIComponent(JSON.stringify("42"))}`,
  );
  await userEvent.click(screen.getByRole("button", { name: "Send the answer" }));

  expect(await screen.findByText("Fill in this field")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Decision" }));
  expect(calls.map(({ path }) => path)).not.toContain("/network/case_answer");
});

test("a question can be answered", async () => {
  const question: NetworkCaseInfo = { ...shown, kind: "question", oid: null, amount: null };
  mockPortal({ "/user/profile": operator, "/network/case_info": question });
  renderInApp(<NetworkCaseDrawer shown={800001} onClose={() => {}} />);

  await userEvent.click(await screen.findByRole("combobox", { name: "Decision" }));
  await userEvent.click(await screen.findByRole("option", { name: "Answer" }));

  expect(screen.queryByRole("option", { name: "Accept" })).toBeNull();
  expect(screen.getByLabelText("Your answer")).toBeTruthy();
});

test("an open case looks for an answer by itself, and stops once it is decided", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let state = "open";
  const calls = mockPortal({
    "/user/profile": maya,
    "/reports/case_list": () => ({ list: [{ ...shown, state }], total: 1 }) as never,
  });
  renderInApp(<CaseDrawer shown={800001} zone="UTC" onClose={() => {}} />);
  const countCalls = () => calls.filter(({ path }) => path === "/reports/case_list").length;
  expect(await screen.findByText("Open")).toBeTruthy();

  state = "accepted";
  await vi.advanceTimersByTimeAsync(INTERVAL);

  expect(await screen.findByText("Accepted")).toBeTruthy();
  const before = countCalls();
  await vi.advanceTimersByTimeAsync(3 * INTERVAL);
  expect(countCalls()).toBe(before);
  vi.useRealTimers();
});
