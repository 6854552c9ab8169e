import { expect, test } from "vitest";

import { brandSearch, findInput, titleOf } from "./searchParams";

test.each([
  [{}, 0, "New Brands"],
  [{ status: 2 }, 2, "My Brands"],
  [{ status: "2" }, 2, "My Brands"],
  [{ status: 9 }, 0, "New Brands"],
  [{ status: "all" }, 0, "New Brands"],
])("the title of the brand list follows the status in %o", (search, status, title) => {
  expect(brandSearch(search).status).toBe(status);
  expect(titleOf(search)).toBe(title);
});

test("invalid values in the URL of the brand list still make a valid request", () => {
  const search = brandSearch({
    status: -1,
    keyword: 4711,
    offer_type: "CPX",
    sort: "worst",
    curPage: -4,
    perPage: 7,
  });

  expect(JSON.parse(JSON.stringify(findInput(search)))).toEqual({
    filter: { status: 0, keyword: "4711" },
    page: { curPage: 1, perPage: 20 },
  });
});
