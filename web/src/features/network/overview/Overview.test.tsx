import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { Overview } from "./Overview";

const operator = { ...maya, roles: ["operator"], permissions: ["payment.send"] } as User;

test("what waits is shown with its number and worth, and leads to its list", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/overview": {
      held: false,
      list: [
        { name: "payments_requested", count: 2, amounts: { EUR: "60.00", GBP: "5.00" } },
        { name: "payments_failed", count: 0, amounts: null },
        { name: "cases", count: 3, amounts: null },
      ],
    },
  });
  renderInApp(<Overview />);

  const money = within(await screen.findByRole("region", { name: "Money" }));
  const link = money.getByRole("link", { name: "Payments to send" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toBe(
    "/network/payments?payment_state=requested",
  );
  expect(money.getByText("EUR 60.00, GBP 5.00")).toBeTruthy();
  expect(money.getByText("Nothing waits here: Failed payments")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Publishers and brands" }).textContent).toContain("3");
  expect(screen.queryByRole("region", { name: "Trouble" })).toBeNull();
});

test("an overview without anything says that nothing waits", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/overview": { held: true, list: [{ name: "cases", count: 0, amounts: null }] },
  });
  renderInApp(<Overview />);

  expect(await screen.findByText("Nothing waits")).toBeTruthy();
  expect(screen.getByText(/restored from a backup/)).toBeTruthy();
});
