import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { type Args, type Ask, call, type Data, type Path } from "./call";

/** A call that reads, for `useQuery`, `useSuspenseQuery` and a route's loader. */
export function query<P extends Path>(path: P, ...args: Args<P>) {
  return queryOptions({ queryKey: [path, ...args], queryFn: () => call(path, ...args) });
}

interface CallOptions<P extends Path> {
  /** The reads whose answers it makes stale. */
  refresh?: Path[];
  onSuccess?: (data: Data<P>, ask: Ask<P>) => void;
}

/** A call that changes something. */
export function useCall<P extends Path>(path: P, { refresh = [], onSuccess }: CallOptions<P> = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ask: Ask<P>) => call(path, ...([ask] as Args<P>)),
    onSuccess: async (data, ask) => {
      await Promise.all(refresh.map((stale) => client.invalidateQueries({ queryKey: [stale] })));
      onSuccess?.(data, ask);
    },
  });
}
