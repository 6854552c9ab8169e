import { useQuery } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Link } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { mockPortal, renderInApp } from "@/testing/portal";

import { LinkActions } from "../LinkDrawer";

const link = { link_id: 7, retired: false, clicks: 3, orders: 0 } as Link;

function Actions() {
  const { data } = useQuery(query("/tools/links", { filter: { link_id: 7 } }));
  const nothing = () => undefined;
  return data?.list[0] && <LinkActions link={data.list[0]} onEdit={nothing} onDeleted={nothing} />;
}

test("the confirmation that a link was retired is shown, although the list is reloaded first", async () => {
  const answers = {
    "/tools/links": { list: [link], total: 1, next: null } as never,
    "/tools/link_edit": null as never,
  };
  const calls = mockPortal(answers);
  renderInApp(<Actions />);
  const retire = await screen.findByRole("button", { name: "Retire" });
  answers["/tools/links"] = { list: [{ ...link, retired: true }], total: 1, next: null } as never;

  await userEvent.click(retire);
  const dialog = within(await screen.findByRole("dialog", { name: "Retire this link?" }));
  expect(dialog.getByText(/still leads to the brand.*still count.*bring it back/)).toBeTruthy();
  expect(calls.filter(({ path }) => path === "/tools/link_edit")).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Retire" }));

  expect(await screen.findByText(/^Link retired/)).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Bring back" })).toBeTruthy();
});
