import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { NetworkCoupon } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { CouponsTab, couponPhase, endedDays, today } from "./CouponsTab";
import type { CouponsSearch } from "./searchParams";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["brand.edit"],
  default_site: null,
} as User;
const coupon: NetworkCoupon = {
  id: 7,
  mcid: "loomfield",
  brand_name: "Loomfield",
  code: "LOOM15",
  description: "15% off knitwear",
  uid: null,
  publisher: null,
  starts_at: "2026-01-01",
  ends_at: null,
};
const renderCoupons = (search: CouponsSearch = {}) => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [], total: 0 } as never,
    "/network/coupons": { list: [coupon], total: 1, next: null },
    "/network/coupon_save": { id: 7 },
  });
  renderInApp(<CouponsTab search={search} onSearch={() => {}} />);
  return calls;
};
const couponRequests = (calls: ReturnType<typeof mockPortal>) =>
  attributesOf(calls, "/network/coupon_save");
const field = (name: RegExp) => screen.findByLabelText(name);

beforeEach(() => sessionStorage.clear());

test("a coupon is added for one publisher", async () => {
  const calls = renderCoupons({ add: true, mcid: "loomfield" });
  await userEvent.type(await field(/^Code/), "KETTLE20");
  await userEvent.type(await field(/^Offer/), "20% off");
  await userEvent.type(await screen.findByRole("combobox", { name: /^Publisher/ }), "1001");
  await userEvent.click(screen.getByRole("button", { name: "Save coupon" }));

  expect(await screen.findByText("KETTLE20 saved")).toBeTruthy();
  expect(couponRequests(calls)).toEqual([
    {
      mcid: "loomfield",
      code: "KETTLE20",
      description: "20% off",
      uid: 1001,
      create: true,
    },
  ]);
});

test("brand and code of a saved coupon cannot be changed", async () => {
  const calls = renderCoupons({ edit: "7" });
  expect((await field(/^Code/)).hasAttribute("disabled")).toBe(true);
  const description = await field(/^Offer/);
  await userEvent.clear(description);
  await userEvent.type(description, "15% off everything");
  await userEvent.click(screen.getByRole("button", { name: "Save coupon" }));

  expect(await screen.findByText("LOOM15 saved")).toBeTruthy();
  expect(couponRequests(calls)[0]).toMatchObject({
    code: "LOOM15",
    description: "15% off everything",
  });
});

test("a coupon is ended after a confirmation", async () => {
  const calls = renderCoupons();
  await userEvent.click(await screen.findByRole("button", { name: "Actions for LOOM15" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "End now" }));
  const question = await screen.findByRole("dialog", { name: "End LOOM15?" });
  await userEvent.click(within(question).getByRole("button", { name: "End now" }));

  expect(await screen.findByText("LOOM15 has ended")).toBeTruthy();
  expect(couponRequests(calls)).toEqual([
    {
      mcid: "loomfield",
      code: "LOOM15",
      description: "15% off knitwear",
      starts_at: "2026-01-01",
      ends_at: today(),
      was: {
        description: "15% off knitwear",
        starts_at: "2026-01-01",
        ends_at: null,
        uid: null,
      },
    },
  ]);
});

test("a coupon is valid up to the day before its end, and can be ended before its start", () => {
  const day = "2026-11-20";
  expect(couponPhase({ starts_at: null, ends_at: null }, day)).toBe("live");
  expect(couponPhase({ starts_at: day, ends_at: "2026-11-21" }, day)).toBe("live");
  expect(couponPhase({ starts_at: null, ends_at: day }, day)).toBe("ended");
  expect(couponPhase({ starts_at: "2026-11-21", ends_at: null }, day)).toBe("scheduled");
  expect(endedDays({ starts_at: "2026-11-21" }, day)).toEqual({ ends_at: day });
  expect(endedDays({ starts_at: "2026-11-19" }, day)).toEqual({
    starts_at: "2026-11-19",
    ends_at: day,
  });
});
