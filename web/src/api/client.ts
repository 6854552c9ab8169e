/** The query cache: loaded with the first page that reads, so that the login page does not wait for it. */
import { QueryCache, QueryClient } from "@tanstack/react-query";

import { call } from "./call";
import { setInvalidator } from "./invalidate";
import { onError } from "./onError";
import { prefetchedProfile } from "./prefetchedProfile";
import { query } from "./query";
import { useSession } from "./session";

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onError }),
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } },
});

setInvalidator((path) => queryClient.invalidateQueries({ queryKey: [path] }));

// The next user must not see what the previous one has loaded.
useSession.subscribe((now, before) => {
  if (now.token !== before.token) queryClient.clear();
});

if (window.prefetchedProfile) {
  void queryClient.prefetchQuery({
    ...query("/user/profile"),
    queryFn: () => prefetchedProfile().catch(() => call("/user/profile")),
  });
}
