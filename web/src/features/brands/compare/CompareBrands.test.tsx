import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { figures, measuredBrand } from "@/testing/measured";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { CompareBrands } from "./CompareBrands";
import { compareSearch } from "./searchParams";

const answer = {
  list: [
    measuredBrand("acme", "Acme"),
    measuredBrand("loom", "Loom", { all: figures({ decided: null }) }),
  ],
  total: 2,
};
const portal = {
  "/user/profile": maya,
  "/brands/find": { list: [], total: 0, next: null },
  "/brands/compare": answer,
};

test("compared brands are shown beside each other over the same period", async () => {
  const calls = mockPortal(portal);
  renderInApp(<CompareBrands mcids={["acme", "loom"]} onChange={() => {}} />);

  const table = within(await screen.findByRole("table", { name: "Measured figures" }));
  const [half] = table.getAllByRole("row", { name: /Half within/ });
  const cells = within(half as HTMLElement).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "Half within",
    "30 days100+ orders",
    "Too few publishers",
  ]);
  expect(
    screen.getByText("12 months, from 1 Nov 2025 to 23 Nov 2026, measured weekly."),
  ).toBeTruthy();
  const [asked] = calls.filter(({ path }) => path === "/brands/compare");
  expect(asked?.req.attributes).toEqual({ mcids: ["acme", "loom"] });
});

test("the comparison of brands can show own orders instead of those of all publishers", async () => {
  mockPortal(portal);
  renderInApp(<CompareBrands mcids={["acme", "loom"]} onChange={() => {}} />);
  await userEvent.click(await screen.findByRole("radio", { name: "You" }));

  expect(screen.getAllByText("12 orders").length).toBeGreaterThan(0);
});

test("a brand can be removed from the comparison", async () => {
  mockPortal(portal);
  const onChange = vi.fn();
  renderInApp(<CompareBrands mcids={["acme", "loom"]} onChange={onChange} />);

  await userEvent.click(await screen.findByRole("button", { name: "Remove Loom" }));

  expect(onChange).toHaveBeenCalledWith(["acme"]);
});

test("a comparison of one brand alone asks for another", async () => {
  const calls = mockPortal(portal);
  renderInApp(<CompareBrands mcids={["acme"]} onChange={() => {}} />);

  expect(await screen.findByText("Choose at least two brands")).toBeTruthy();
  expect(calls.some(({ path }) => path === "/brands/compare")).toBe(false);
});

test("a failed comparison of brands is shown in place and can be tried again", async () => {
  const calls = mockPortal({ ...portal, "/brands/compare": new Refusal(21005, "Not just now") });
  renderInApp(<CompareBrands mcids={["acme", "loom"]} onChange={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(calls.filter(({ path }) => path === "/brands/compare")).toHaveLength(2);
});

test("the URL of a comparison names at most four brands", () => {
  expect(compareSearch({ mcids: ["a", "b", "a", "c", "d", "e"] })).toEqual({
    mcids: ["a", "b", "c", "d"],
  });
  expect(compareSearch({ mcids: "a,b" })).toEqual({ mcids: ["a", "b"] });
  expect(compareSearch({})).toEqual({ mcids: undefined });
});
