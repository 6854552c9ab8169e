import { expect, test } from "vitest";

import type { ApiItem } from "@/api/gen/types.gen";

import { groupsOf, matches } from "./ApiLayout";

const page = (name: string, type: 1 | 2) => ({ name, type }) as ApiItem;
const pages = [
  page("Sign in with a token", 1),
  page("/network/orders", 2),
  page("/brands/find", 2),
  page("/brands/info", 2),
  page("/reports/clicks", 2),
];

test("calls are grouped by the first segment of their paths, after the guides, and those of the network last", () => {
  const groups = groupsOf(pages).map(([label, items]) => [label, items.map(({ name }) => name)]);

  expect(groups).toEqual([
    ["Guides", ["Sign in with a token"]],
    ["Calls: brands", ["/brands/find", "/brands/info"]],
    ["Calls: reports", ["/reports/clicks"]],
    ["Calls of the network's staff", ["/network/orders"]],
  ]);
});

test("a page of the API reference is found by every word of its name, in any letter case", () => {
  const search = (keyword: string) => pages.filter((item) => matches(item, keyword));

  expect(search("Brands inf").map(({ name }) => name)).toEqual(["/brands/info"]);
  expect(matches({ name: "/links/save", summary: "Change a link" }, "change links")).toBe(true);
  expect(search("TOKEN")).toHaveLength(1);
  expect(search(" ")).toEqual(pages);
});
