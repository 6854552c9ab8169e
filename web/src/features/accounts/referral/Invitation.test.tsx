import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { mockPortal, renderInApp } from "@/testing/portal";

import { Invitation } from "./Invitation";

test.each([
  ["Maya's Garden", "Maya's Garden invites you"],
  ["", "A publisher of this network invites you"],
])("the invitation of referrer %j is headed %j", async (name, title) => {
  mockPortal({ "/auth/refer_info": { uid: 7, name, brands: 12 } });
  renderInApp(<Invitation uid={7} />);

  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
});
