import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Link } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { TransactionFilters } from "./TransactionFilters";

const link = (fields: Partial<Link>) => ({ brand_name: "Acme", note: "", ...fields }) as Link;
const LINKS = [
  link({ link_id: 7, code: "k3x9", note: "Summer mail" }),
  link({ link_id: 8, code: "p2q4" }),
];
const user = { ...maya, permissions: ["link.edit"] };
/** The list loads when it is first opened. */

function renderFilters(link_id: number | undefined, profile = user) {
  const onChange = vi.fn();
  const calls = mockPortal({
    "/user/profile": profile,
    "/site/list": { list: [], total: 0, next: null },
    "/tools/links": ({ filter }) => {
      const { link_id: id, keyword } = (filter ?? {}) as { link_id?: number; keyword?: string };
      const list = LINKS.filter((each) =>
        id ? each.link_id === id : !keyword || each.code === keyword,
      );
      return { list, total: list.length, next: null };
    },
  });
  renderInApp(<TransactionFilters search={{ link_id }} zone="UTC" onChange={onChange} />);
  return { calls, onChange };
}

const keywordsOf = (calls: ReturnType<typeof mockPortal>) =>
  calls.flatMap(({ req }) => (req.filter as { keyword?: string })?.keyword ?? []);

test("the filter by link shows the link's name, and finds another link by a word", async () => {
  const { calls, onChange } = renderFilters(7);

  await userEvent.click(await screen.findByRole("button", { name: /Acme · Summer mail/ }));
  const field = await screen.findByRole("combobox", { name: "Link" });
  await userEvent.clear(field);
  await userEvent.type(field, "p2q4");
  await waitFor(() => expect(keywordsOf(calls)).toEqual(["p2q4"]));
  await userEvent.click(await screen.findByRole("option", { name: "Acme · p2q4" }));

  expect(onChange).toHaveBeenCalledWith({ link_id: 8 });
});

test("the filter by link calls a link that is no longer listed deleted", async () => {
  renderFilters(9);
  expect(await screen.findByRole("button", { name: /Deleted link/ })).toBeTruthy();
});

test("without permission for links the filter shows the link's number", async () => {
  const { calls } = renderFilters(7, maya as typeof user);

  expect(await screen.findByRole("button", { name: /Link number\s*7/ })).toBeTruthy();
  await waitFor(() => expect(calls.some(({ path }) => path === "/tools/links")).toBe(false));
});
