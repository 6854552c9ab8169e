/** A file of its own: routes load it with the first page, where the hooks of React Query would weigh 10 kB. */
import type { QueryClient } from "@tanstack/react-query";

import { query } from "@/api/query";

/** All channels: nobody has so many that pages would help. */
export const channelsQuery = query("/site/list", { page: { curPage: 1, perPage: 1_000 } });

const PATIENCE = 1_000;

/** Waits for the channels, whose switch would push down what is already read; whether they come or not, not for long. */
export function loadChannels(client: QueryClient): Promise<unknown> {
  return Promise.race([
    client.ensureQueryData(channelsQuery).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ]);
}
