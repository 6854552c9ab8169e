import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "@/api/call";
import type { NetworkAccount, NetworkBrand, NetworkRelationship } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { Sidebar } from "@/features/core/shell/Sidebar";
import { BrandsTab } from "@/features/network/brands/BrandsTab";
import { ReviewsTab } from "@/features/network/reviews/ReviewsTab";
import {
  attributesOf,
  maya,
  mockPhone,
  mockPortal,
  pendingAnswer,
  renderInApp,
} from "@/testing/portal";

import { Network } from "./Network";
import { NetworkMenu } from "./NetworkMenu";

const operator = { ...maya, roles: ["operator"], default_site: null } as User;
const acme = {
  mcid: "acme",
  name: "Acme",
  status: "online",
  approval: "auto",
  offer_type: "CPS",
  country: "FR",
  has_key: false,
  joined: 1,
  pending: 0,
  updated_at: "2026-11-20T10:00:00Z",
} as NetworkBrand;
const request = {
  uid: 1001,
  publisher: "Maya",
  site_id: 3,
  site_name: "Blog",
  website: "https://blog.example",
  mcid: "acme",
  brand_name: "Acme",
  status: 1,
  reason: null,
  message: "Hello",
  applied_at: "2026-11-20T10:00:00Z",
} as NetworkRelationship;
const nothing = () => {};
const shown = "The list";

beforeEach(() => sessionStorage.clear());

test("the network page tells a publisher that it is for operators", async () => {
  const calls = mockPortal({ "/user/profile": maya });
  renderInApp(<Network tab="brands">{shown}</Network>);

  expect(await screen.findByText("This page is for the network's operators")).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(["/user/profile"]);
});

test("a list of the network without permission is neither in the menu nor shown", async () => {
  const readLists = async (permissions: string[]) => {
    const user = { ...operator, permissions };
    mockPortal({ "/user/profile": user });
    const { unmount } = renderInApp(
      <>
        <Sidebar user={user} collapsed={false} NetworkMenu={NetworkMenu} />
        <Network tab="rates">{shown}</Network>
      </>,
    );
    const menu = await screen.findByRole("navigation", { name: "Main navigation" });
    await within(menu).findByRole("link", { name: "Brands" });
    const links = within(menu).getAllByRole("link");
    const heading = screen.getByRole("heading", { level: 1 }).textContent;
    const found = [heading, screen.queryByText(shown) !== null, links.length];
    unmount();
    return found;
  };

  expect(await readLists([])).toEqual(["You may not see this", false, 9]);
  expect(await readLists(["brand.edit"])).toEqual(["Rates", true, 11]);
  const needed = ["brand.edit", "order.edit", "staff.edit", "account.lock", "news.edit"];
  expect(await readLists(needed)).toEqual(["Rates", true, 16]);
});

test("a new brand key is shown until it has been copied", async () => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [acme], total: 1, next: null },
    "/network/brand_key": { mcid: "acme", key: "the-secret-key", previous_until: null },
  });
  renderInApp(<BrandsTab search={{}} onSearch={nothing} />);

  await userEvent.click(await screen.findByRole("button", { name: "Actions for Acme" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Generate a key" }));

  const dialog = await screen.findByRole("dialog", { name: "Key for acme" });
  expect(within(dialog).getByDisplayValue("the-secret-key")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "I have copied it" }));
  expect(screen.queryByDisplayValue("the-secret-key")).toBeNull();
  expect(attributesOf(calls, "/network/brand_key")).toEqual([{ mcid: "acme" }]);
});

test("saving a brand keeps the fields that its form does not show", async () => {
  const saved = {
    mcid: "acme",
    name: "Acme",
    site_url: "https://acme.example",
    domains: ["acme.example"],
    regions: ["GB"],
    forbidden_words: ["cheap"],
    commission_groups: [
      { name: "Standard", pays: "percent" as const, value: "7.5" },
      { name: "Theirs", pays: "percent" as const, value: "9", uid: 1001 },
    ],
  };
  const answer = pendingAnswer<{ mcid: string; mid: number }>();
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [acme], total: 1, next: null },
    "/network/accounts": {
      list: [{ uid: 1001, publisher: "", username: "maya" } as NetworkAccount],
      total: 1,
      next: null,
    },
    "/network/brand_info": saved,
    "/network/brand_save": answer.promise,
  });
  renderInApp(<BrandsTab search={{ edit: "acme" }} onSearch={nothing} />);

  const name = await screen.findByLabelText("Name");
  expect(await screen.findByText("Only for maya (1001)")).toBeTruthy();
  await userEvent.clear(name);
  await userEvent.paste("Acme & Co");
  // By its text: roles of a thousand options would be looked at.
  await userEvent.dblClick(screen.getByText("Save brand"));
  answer.resolve({ mcid: "acme", mid: 1 });

  expect(await screen.findByText("acme saved")).toBeTruthy();
  const sent = attributesOf(calls, "/network/brand_save");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    name: "Acme & Co",
    regions: ["GB"],
    forbidden_words: ["cheap"],
    commission_groups: [
      { name: "Standard", value: "7.5" },
      { name: "Theirs", value: "9", uid: 1001 },
    ],
  });
}, 60_000); // Hundreds of countries and currencies take their time without a real browser.

test("taking a brand offline asks for confirmation", async () => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [acme], total: 1, next: null },
    "/network/brand_status": { mcid: "acme", mid: 1 },
  });
  renderInApp(<BrandsTab search={{}} onSearch={nothing} />);

  await userEvent.click(await screen.findByRole("button", { name: "Actions for Acme" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Take offline" }));
  expect(attributesOf(calls, "/network/brand_status")).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Take offline" }));

  expect(await screen.findByText("Acme is now offline")).toBeTruthy();
  expect(attributesOf(calls, "/network/brand_status")).toEqual([
    { mcid: "acme", status: "offline" },
  ]);
});

test("a brand's row opens its details first, and the form from there, and open applications are counted in the menu", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [acme], total: 1, next: null },
    "/network/relationships": { list: [request], total: 2, next: null },
    "/network/sites": { list: [], total: 1, next: null },
    "/network/cases": { list: [], total: 4, next: null },
  });
  const onSearch = vi.fn();
  const { unmount } = renderInApp(
    <>
      <Sidebar user={operator} collapsed={false} NetworkMenu={NetworkMenu} />
      <BrandsTab search={{}} onSearch={onSearch} />
    </>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Acme/ }));
  expect(onSearch).toHaveBeenCalledWith({ look: "acme" });
  expect(await screen.findByRole("link", { name: /Reviews.*3/ })).toBeTruthy();
  expect(await screen.findByRole("link", { name: /Cases.*4/ })).toBeTruthy();
  unmount();

  renderInApp(<BrandsTab search={{ look: "acme" }} onSearch={onSearch} />);
  const drawer = await screen.findByRole("dialog", { name: "Acme" });
  expect(within(drawer).getByText("Per sale")).toBeTruthy();
  expect(within(drawer).getByText("France")).toBeTruthy();
  await userEvent.click(within(drawer).getByRole("button", { name: "Edit brand" }));
  expect(onSearch).toHaveBeenLastCalledWith({ edit: "acme" });
});

test("on a phone, an application shows its publisher and its date", async () => {
  mockPhone();
  mockPortal({
    "/user/profile": operator,
    "/network/relationships": { list: [request], total: 1, next: null },
    "/network/sites": { list: [], total: 0, next: null },
  });
  renderInApp(<ReviewsTab search={{}} onSearch={nothing} />);

  const row = await screen.findByRole("row", { name: /Acme/ });
  expect(row.textContent).toMatch(/^AcmeBlogblog.exampleMaya20 Nov 2026/);
  expect(within(row).getByRole("button", { name: "Approve Blog · Acme" })).toBeTruthy();
});

test("rejecting an application needs a reason", async () => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/relationships": { list: [request], total: 1, next: null },
    "/network/sites": { list: [], total: 0, next: null },
    "/network/relationship_review": null,
  });
  renderInApp(<ReviewsTab search={{}} onSearch={nothing} />);

  await userEvent.click(await screen.findByRole("button", { name: "Reject Blog · Acme" }));
  const dialog = await screen.findByRole("dialog", { name: "Reject Blog · Acme" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
  expect(within(dialog).getByText("Enter a reason")).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText("Reason"), "No readers yet");
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));

  expect(await screen.findByText("Blog · Acme rejected")).toBeTruthy();
  expect(attributesOf(calls, "/network/relationship_review")).toEqual([
    { uid: 1001, site_id: 3, mcid: "acme", status: 3, was: 1, reason: "No readers yet" },
  ]);
});

test("a failed rejection of an application is shown beside its reason, which survives a reload", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/relationships": { list: [request], total: 1, next: null },
    "/network/sites": { list: [], total: 0, next: null },
    "/network/relationship_review": new Refusal(21005, "Not available just now"),
  });
  const reject = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Reject Blog · Acme" }));
    return within(await screen.findByRole("dialog", { name: "Reject Blog · Acme" }));
  };
  const { unmount } = renderInApp(<ReviewsTab search={{}} onSearch={nothing} />);
  const dialog = await reject();
  await userEvent.type(dialog.getByLabelText("Reason"), "No readers yet");
  await userEvent.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await dialog.findByText("Not available just now")).toBeTruthy();
  expect(dialog.getByDisplayValue("No readers yet")).toBeTruthy();
  unmount();

  renderInApp(<ReviewsTab search={{}} onSearch={nothing} />);
  expect((await reject()).getByDisplayValue("No readers yet")).toBeTruthy();
});
