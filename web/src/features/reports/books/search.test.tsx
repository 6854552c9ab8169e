import { beforeEach, expect, test } from "vitest";

import { queryClient } from "@/api/client";
import { DOWNLOAD_STATUS_QUEUED, DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import { comparison } from "@/testing/comparison";
import { mockPortal } from "@/testing/portal";
import { prefetchComparison } from "./searchParams";

beforeEach(() => queryClient.clear());

test.each([
  ["done has its rows", DOWNLOAD_STATUS_READY, 1],
  ["under way keeps no empty list of rows", DOWNLOAD_STATUS_QUEUED, 0],
] as const)("a comparison that is %s", async (_, status, asked) => {
  const calls = mockPortal({
    "/reports/books_info": { ...comparison, status },
    "/reports/books_rows": { list: [], total: 0, next: null },
  });

  await prefetchComparison(queryClient, 2, { comparison: 2 });

  expect(calls.filter(({ path }) => path === "/reports/books_rows")).toHaveLength(asked);
});
