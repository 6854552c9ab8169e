import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { BrandInfo } from "@/api/gen/types.gen";
import { acme } from "@/testing/brand";
import { figures, measuredFigures } from "@/testing/measured";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { MeasuredPanel } from "./lazy/MeasuredPanel";

function show(changed: Parameters<typeof measuredFigures>[0] = {}) {
  mockPortal({ "/user/profile": maya });
  renderInApp(
    <MeasuredPanel brand={{ ...acme, measured: measuredFigures(changed) } as BrandInfo} />,
  );
}

test("measured figures of all publishers, of channels of this type and one's own are shown side by side", async () => {
  show({ my_type: figures({ approved: null }) });

  const table = within(await screen.findByRole("table", { name: "Measured figures" }));
  const row = within(table.getByRole("row", { name: /^Approval/ })).getAllByRole("cell");
  expect(row.map(({ textContent }) => textContent)).toEqual([
    "Approval (5 quarters)",
    "91%100+ orders",
    "Too few publishers",
    "91%12 orders",
  ]);
});

test("the chart of measured figures has its points as a table", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));

  const table = within(screen.getByRole("table", { name: "Orders decided within" }));
  const row = within(table.getByRole("row", { name: /^30 days/ })).getAllByRole("cell");
  expect(row.map(({ textContent }) => textContent)).toEqual(["30 days", "60%", "60%", "60%"]);
});

test("the chart of measured figures shows the chosen step", async () => {
  show({
    all: figures({ sent: null }),
    my_type: figures({ sent: null }),
    mine: figures({ sent: null }),
  });
  expect(await screen.findByRole("figure", { name: "Orders decided within" })).toBeTruthy();

  await userEvent.click(screen.getByRole("radio", { name: "Payout" }));

  expect(screen.queryByRole("figure")).toBeNull();
  expect(screen.getAllByText("Too few publishers").length).toBeGreaterThan(0);
});

test("months with fewer than half of the orders decided say how long the others have waited", async () => {
  show();

  const table = within(await screen.findByRole("table", { name: "By month of order" }));
  const row = within(table.getByRole("row", { name: /Jun/ })).getAllByRole("cell");
  expect(row.slice(1).map(({ textContent }) => textContent)).toEqual([
    "40%",
    "–",
    "–",
    "over 30 days",
  ]);
});

test("a brand without measured figures says so", async () => {
  show({ measured_on: null, since: null });

  expect(await screen.findByText("Not measured yet")).toBeTruthy();
});

test("measured figures of a brand link to a comparison with other brands", async () => {
  show();

  const link = await screen.findByRole("link", { name: "Compare with others" });
  expect(link.getAttribute("href")).toBe("/brands/compare?mcids=%5B%22acme%22%5D");
});
