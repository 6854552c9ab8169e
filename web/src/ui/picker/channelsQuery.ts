/** A file of its own: routes load it with the first page, where the hooks of React Query would weigh 10 kB. */
import { query } from "@/api/query";

/** All channels: they are few enough for one page. */
export const channelsQuery = query("/site/list", { page: { curPage: 1, perPage: 1_000 } });
