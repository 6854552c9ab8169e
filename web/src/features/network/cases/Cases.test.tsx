import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { NetworkCase } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { maya, mockPhone, mockPortal, renderInApp } from "@/testing/portal";

import { CasesTab } from "./CasesTab";

const operator = { ...maya, roles: ["operator"], default_site: null } as User;
const shown = {
  case_id: 800001,
  publisher: "Maya",
  brand_name: "Acme",
  order_id: "A-7",
  kind: "missing",
  state: "open",
  amount: "10.00",
  accepted_amount: null,
  currency: "GBP",
  opened_at: "2026-11-20T10:00:00Z",
} as NetworkCase;

test("on a phone, the list of cases shows brand and order of each", async () => {
  mockPhone();
  mockPortal({
    "/user/profile": operator,
    "/network/cases": { list: [shown], total: 1, next: null },
  });
  renderInApp(<CasesTab search={{}} onSearch={() => {}} />);

  expect((await screen.findByRole("row", { name: /Maya/ })).textContent).toMatch(
    /^MayaMissingAcmeA-7/,
  );
});
