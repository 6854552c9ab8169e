/** The query cache: loaded with the first page that reads, so that the login page does not wait for it. */
import { QueryCache, QueryClient } from "@tanstack/react-query";

import { setInvalidator } from "./invalidate";
import { loadProfile } from "./loadProfile";
import { onError } from "./onError";
import { query } from "./query";
import { useSession } from "./session";

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onError }),
  // Offline, a request fails and says so in place; a paused one would load for ever.
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: "always",
    },
  },
});

setInvalidator((path) => queryClient.invalidateQueries({ queryKey: [path] }));

// The next user must not see what the previous one has loaded.
useSession.subscribe((now, before) => {
  if (now.token !== before.token) queryClient.clear();
});

/** The profile as the guards load it. */
export const profileQuery = { ...query("/user/profile"), queryFn: loadProfile };

if (window.prefetchedProfile) void queryClient.prefetchQuery(profileQuery);
