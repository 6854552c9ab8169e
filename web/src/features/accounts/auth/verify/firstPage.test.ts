import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { queryClient } from "@/api/client";
import type { Site } from "@/api/gen/types.gen";
import { mockPortal } from "@/testing/portal";

import { firstPage } from "./firstPage";

const channel = (status: number, brands_joined = 0) => ({ status, brands_joined }) as Site;

test.each([
  ["an approved channel", [channel(1)], "/brands/find?status=0"],
  ["one approved channel of two", [channel(0), channel(1)], "/brands/find?status=0"],
  ["a channel that waits for its review", [channel(0)], undefined],
  ["no channel", [], undefined],
  ["a channel that has joined a brand", [channel(1, 1)], undefined],
] as const)("a new publisher with %s starts at the right page", async (_, list, page) => {
  queryClient.clear();
  mockPortal({ "/site/list": { list: [...list], total: list.length, next: null } });

  expect(await firstPage()).toBe(page);
});

test("a new publisher starts although a list cannot be loaded", async () => {
  queryClient.clear();
  mockPortal({ "/site/list": new Refusal(21005, "Not available just now") });

  expect(await firstPage()).toBeUndefined();
});
