import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { PaymentBalance } from "@/api/gen/types.gen";
import { balance } from "@/testing/payment";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { BalanceFlow } from "./BalanceFlow";

function show(change: Partial<PaymentBalance> = {}) {
  mockPortal({ "/user/profile": maya });
  renderInApp(<BalanceFlow balance={{ ...balance, ...change }} />);
}
const link = (name: string) => screen.findByRole("link", { name });
const target = async (name: string) => (await link(name)).getAttribute("href");

test("each stage of the balance links to the list of its entries", async () => {
  show();

  expect(await target("Pending USD\u00a010.00")).toMatch(
    /^\/reports\/transactions\?status=pending&start_date=20..-..-..&end_date=20..-..-..$/,
  );
  expect(await target("Can be withdrawn USD\u00a030.00")).toBe("/payments/details?state=payable");
  expect(await target("On the way USD\u00a040.00")).toBe(
    "/payments/summary?status=on_the_way#payments",
  );
  expect(await target("Paid to date USD\u00a050.00")).toBe(
    "/payments/summary?status=paid#payments",
  );
});

test("the approved stage of the balance links to its orders, and the amount that waits for brands to its settlements", async () => {
  show({ waiting: "12.50" });

  expect(await target("USD\u00a012.50 waits for brands to pay")).toBe(
    "/payments/details?state=waiting",
  );
  expect(await target("Approved USD\u00a020.00")).toMatch(
    /^\/reports\/transactions\?status=approved&paid=false&start_date=20..-..-..&end_date=20..-..-..$/,
  );
});

test("the approved stage of the balance links to settlements if all of it waits for brands", async () => {
  show({ waiting: "20.00" });

  expect(await target("Approved USD\u00a020.00")).toBe("/payments/details?state=waiting");
  expect(screen.queryByText(/waits for brands to pay/)).toBeNull();
});

test("a failed payment adds a stage to the balance", async () => {
  show({ needs_you: "7.00" });

  expect(await target("Needs you USD\u00a07.00")).toBe("/payments/summary?status=failed#payments");
  expect(screen.getAllByRole("listitem")).toHaveLength(6);
});

test("a balance without money shows every stage, all in one size", async () => {
  const none = { pending: "0.00", approved: "0.00", withdrawable: "0.00", on_the_way: "0.00" };
  show({ ...none, paid: "0.00" });

  await link("Pending USD\u00a00.00");
  const circles = [...document.querySelectorAll<HTMLElement>("[data-hollow]")];
  expect(circles).toHaveLength(5);
  expect(new Set(circles.map(({ style }) => style.getPropertyValue("--share"))).size).toBe(1);
});

test("a stage of the balance opens wherever it is touched", async () => {
  show();

  const pending = await link("Pending USD\u00a010.00");
  expect(pending.querySelector("[style*='--share']")).toBeTruthy();
  expect(screen.getAllByRole("link")).toHaveLength(5);
});

test("the area of a balance stage's circle is proportional to its amount", async () => {
  show({ pending: "1000000000000.00", paid: "250000000000.00" });

  await link("Pending USD\u00a01,000,000,000,000.00");
  const shareOf = (stage: string) =>
    document
      .querySelector<HTMLElement>(`[data-stage=${stage}] [style*="--share"]`)
      ?.style.getPropertyValue("--share");
  expect([shareOf("pending"), shareOf("paid"), shareOf("approved")]).toEqual(["1", "0.5", "0.2"]);
});

test("the table of the balance has each stage with its meaning and its amount", async () => {
  show({ needs_you: "7.00" });
  await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));

  const table = within(screen.getByRole("table", { name: "Where your money is" }));
  const rows = table.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getAllByRole("cell").at(-1)?.textContent)).toEqual([
    "USD\u00a010.00",
    "USD\u00a020.00",
    "USD\u00a030.00",
    "USD\u00a040.00",
    "USD\u00a07.00",
    "USD\u00a050.00",
  ]);
  expect(table.getByText("Brands have not decided these orders yet")).toBeTruthy();
});
