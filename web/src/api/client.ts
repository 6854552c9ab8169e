/** What the reads are kept in: loaded with the first page that reads, so that the login does not wait for it. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { call } from "./call";
import { profileAhead } from "./early";
import { failed } from "./failed";
import { query } from "./query";
import { useSession } from "./session";
import { onStale } from "./stale";

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: failed }),
  mutationCache: new MutationCache({ onError: failed }),
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } },
});

onStale((path) => queryClient.invalidateQueries({ queryKey: [path] }));

// What one person has read is not the next one's.
useSession.subscribe((now, before) => {
  if (now.token !== before.token) queryClient.clear();
});

if (window.profileAhead) {
  void queryClient.prefetchQuery({
    ...query("/user/profile"),
    queryFn: () => profileAhead().catch(() => call("/user/profile")),
  });
}
