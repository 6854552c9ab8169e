import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { NetworkVatReview } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { ReviewsTab } from "./ReviewsTab";

const operator = { ...maya, roles: ["operator"], permissions: ["vat.review"] } as User;
const review: NetworkVatReview = {
  uid: 100001,
  publisher: "Maya",
  status: "registered",
  country: "DE",
  name: "Kitchen GmbH",
  number: "DE136695976",
  number_valid: true,
  stated_at: "2026-11-20T10:00:00Z",
  state: "waiting",
  decided_at: null,
  decided_by: null,
  decider_id: null,
  evidence: null,
  reason: null,
  ends_at: null,
};
const none = { list: [], total: 0, next: null };

function renderReviews(row: NetworkVatReview, user = operator) {
  const calls = mockPortal({
    "/user/profile": user,
    "/network/relationships": none,
    "/network/sites": none,
    "/network/cases": none,
    "/network/vat_reviews": { list: [row], total: 1, next: null },
    "/network/vat_review_set": null,
  });
  renderInApp(<ReviewsTab search={{}} onSearch={() => {}} />);
  return () => attributesOf(calls, "/network/vat_review_set");
}

test("a VAT number is confirmed with the source where it was looked up", async () => {
  const decisions = renderReviews(review);
  await userEvent.click(await screen.findByRole("button", { name: "Confirm Kitchen GmbH" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/^Where you looked it up/), "WAPI1");
  await userEvent.click(dialog.getByRole("button", { name: "Confirm" }));

  await expect.poll(decisions).toEqual([
    {
      uid: 100001,
      stated_at: review.stated_at,
      was: "waiting",
      state: "confirmed",
      evidence: "WAPI1",
    },
  ]);
});

test("a malformed VAT number can only be rejected, with a reason", async () => {
  const decisions = renderReviews({ ...review, number: "n/a", number_valid: false });
  expect(await screen.findByText("Not a number of this country")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Confirm Kitchen GmbH" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Reject Kitchen GmbH" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/Reason/), "No number");
  await userEvent.click(dialog.getByRole("button", { name: "Reject" }));

  await expect.poll(decisions).toEqual([
    {
      uid: 100001,
      stated_at: review.stated_at,
      was: "waiting",
      state: "rejected",
      reason: "No number",
    },
  ]);
});

test("VAT numbers to review are not listed without the permission", async () => {
  renderReviews(review, { ...operator, permissions: [] });
  await screen.findAllByText("Nothing to review");
  expect(screen.queryByText("VAT registrations")).toBeNull();
});
