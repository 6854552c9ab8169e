import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { pendingAnswer } from "@/testing/portal";

import { markStale } from "./relationCache";

test("a brand's page that was still loading is loaded again after an application", async () => {
  const client = new QueryClient();
  const page = ["/brands/info", { attributes: { mcid: "acme" } }];
  const answer = pendingAnswer<{ relationship: number }>();
  const loading = client.prefetchQuery({ queryKey: page, queryFn: () => answer.promise });

  markStale(client);
  answer.resolve({ relationship: 0 });
  await loading;

  await expect.poll(() => client.getQueryState(page)?.isInvalidated).toBe(true);
});
