import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";

const ALL = 100;

/** A channel's name; its id until the names are loaded. */
export function useSiteNames(): (id: number) => string {
  const sites = useQuery(query("/site/list", { page: { perPage: ALL } })).data?.list ?? [];
  return (id) => sites.find((site) => site.id === id)?.name ?? String(id);
}
