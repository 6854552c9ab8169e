/** The query cache: loaded with the first page that reads, so that the login page does not wait for it. */
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { Refusal } from "./call";
import { setInvalidator } from "./invalidate";
import { loadProfile } from "./loadProfile";
import { onError } from "./onError";
import { query } from "./query";
import { useSession } from "./session";

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (failure, { meta }) => {
      // The error of a half-typed field is shown beside it, and is no failure.
      if (meta?.inPlace && failure instanceof Refusal && failure.field) return;
      onError(failure);
    },
  }),
  // Offline, a request fails and says so in place; a paused one would never end.
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      networkMode: "always",
      // A drawer's content, loaded later than its query, is rendered again with the error of the query.
      throwOnError: () => false,
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
