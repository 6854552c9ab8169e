import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { mockPortal, renderInApp } from "@/testing/portal";
import { BrandFacets } from "./BrandFacets";

const facets = {
  categories: [{ value: "Home", count: 2 }],
  countries: [],
  offer_types: [],
};

test.each([
  [false, "Home 2"],
  [true, "Home"],
])(
  "a filter of brands shows a count only if all matches were counted: %s",
  async (is_capped, name) => {
    mockPortal({ "/brands/facets": { ...facets, is_capped } });
    renderInApp(<BrandFacets search={{ status: 0 }} onSearch={() => {}} />);
    expect(await screen.findByRole("button", { name })).toBeTruthy();
  },
);
