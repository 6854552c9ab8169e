import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { NetworkRelationship } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPhone, mockPortal, renderInApp } from "@/testing/portal";

import { ReviewsTab } from "./ReviewsTab";
import { reviewsSearch } from "./searchParams";

const operator = { ...maya, roles: ["operator"], permissions: [] } as unknown as User;
const asked: NetworkRelationship = {
  uid: 1002,
  publisher: "Tom's blog",
  site_id: 5,
  site_name: "Blog",
  website: "https://blog.example",
  mcid: "acme",
  brand_name: "Acme",
  status: 1,
  reason: null,
  ended_by: null,
  message: "We write a monthly column on household budgets, which many families read.",
  applied_at: "2026-11-20T10:00:00Z",
};
const none = { list: [], total: 0, next: null };

function renderReviews(search = {}, onSearch = vi.fn()) {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/relationships": { list: [asked], total: 1, next: null },
    "/network/sites": none,
    "/network/relationship_review": null,
  });
  renderInApp(<ReviewsTab search={reviewsSearch(search)} onSearch={onSearch} />);
  return calls;
}

test.each([false, true])(
  "the row of an application has the applicant's message (phone: %s)",
  async (phone) => {
    if (phone) mockPhone();
    renderReviews();
    expect(await screen.findAllByText(asked.message ?? "")).not.toHaveLength(0);
  },
);

test("the approval of an application, which cannot be undone, asks for confirmation", async () => {
  const calls = renderReviews();
  await userEvent.click(await screen.findByRole("button", { name: "Approve Blog · Acme" }));
  const question = within(await screen.findByRole("dialog", { name: "Approve Blog · Acme?" }));
  expect(question.getByText(/cannot be taken back/)).toBeTruthy();
  expect(attributesOf(calls, "/network/relationship_review")).toEqual([]);

  await userEvent.click(question.getByRole("button", { name: "Approve" }));

  await expect
    .poll(() => attributesOf(calls, "/network/relationship_review"))
    .toEqual([{ uid: 1002, site_id: 5, mcid: "acme", status: 2 }]);
});

test("rejected applications are listed separately, under their own heading", async () => {
  const calls = renderReviews({ show: "rejected", uid: 1002 });

  expect(await screen.findByText("Channels that were turned down, with the reason.")).toBeTruthy();
  expect(screen.queryByText("Channels waiting for approval.")).toBeNull();
  const filterOf = (path: string) => calls.find((each) => each.path === path)?.req.filter;
  expect(filterOf("/network/relationships")).toEqual({ status: 3, uid: 1002 });
  expect(filterOf("/network/sites")).toEqual({ status: 2, uid: 1002 });
});

test("a URL from before the status filter still shows all applications", () => {
  expect(reviewsSearch({ decided: true })).toEqual({ show: "all" });
});
