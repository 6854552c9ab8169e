import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Refusal } from "@/api/call";
import type { Link, Site } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { LinkEditForm } from "./LinkEditForm";

const link = {
  link_id: 7,
  code: "Ab3dEf5hIj7lMn",
  mcid: "acme",
  site_id: 1,
  target_url: "https://acme.example/",
  fallback_url: null,
  uid1: "blog",
  uid2: "",
  uid3: "",
  uid4: "",
  uid5: "",
  note: "mine",
  coupon: "TEN",
} as Link;
const home = { id: 1, name: "example.com", status: 1, is_default: true } as Site;
const blog = { id: 2, name: "Blog", status: 1 } as Site;
const ten = { code: "TEN", description: "10% off" };

test("coupon, path and channel of a link are changed, and an emptied label is cleared", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/site/list": { list: [home, blog], total: 2, next: null },
    "/brands/coupons": { list: [ten], total: 1, next: null } as never,
    "/tools/link_edit": null,
  });
  renderInApp(<LinkEditForm link={link} onDone={() => {}} />);
  const path = await screen.findByLabelText<HTMLInputElement>(/Custom path/);
  expect(path.value).toBe("");

  await userEvent.type(path, "spring-sale");
  await userEvent.clear(screen.getByLabelText(/Label 1/));
  await userEvent.click(await screen.findByRole("combobox", { name: "Channel" }));
  await userEvent.click(await screen.findByRole("option", { name: "Blog" }));
  await userEvent.click(screen.getByRole("button", { name: "Save link" }));

  expect(await screen.findByText("Link saved")).toBeTruthy();
  const [sent] = calls.filter(({ path }) => path === "/tools/link_edit");
  expect(sent?.req.attributes).toEqual({
    link_id: 7,
    target_url: "https://acme.example/",
    site_id: 2,
    path: "spring-sale",
    uid1: "",
    uid2: "",
    uid3: "",
    uid4: "",
    uid5: "",
    note: "mine",
  });
});

test("the fallback of a link is set and removed, and its error is shown beside it", async () => {
  const portal = {
    "/user/profile": maya,
    "/site/list": { list: [home], total: 1, next: null },
    "/brands/coupons": { list: [], total: 0, next: null },
  };
  const refusal = new Refusal(20203, "Merchant does not support this URL", {
    field: "attributes.fallback_url",
  });
  mockPortal({ ...portal, "/tools/link_edit": refusal });
  const { unmount } = renderInApp(<LinkEditForm link={link} onDone={() => {}} />);
  await userEvent.type(await screen.findByLabelText(/Fallback/), "elsewhere.example");
  await userEvent.click(screen.getByRole("button", { name: "Save link" }));
  const field = await screen.findByLabelText(/Fallback/);
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  unmount();
  sessionStorage.clear();

  const calls = mockPortal({ ...portal, "/tools/link_edit": null });
  const fallback_url = "https://acme.example/p/2";
  renderInApp(<LinkEditForm link={{ ...link, fallback_url }} onDone={() => {}} />);
  await userEvent.clear(await screen.findByLabelText(/Fallback/));
  await userEvent.click(screen.getByRole("button", { name: "Save link" }));
  expect(await screen.findByText("Link saved")).toBeTruthy();
  const [sent] = calls.filter(({ path }) => path === "/tools/link_edit");
  expect(sent?.req.attributes).toMatchObject({ fallback_url: "" });
});
