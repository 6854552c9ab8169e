import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";

const ALL = 100;

/** What a channel is called; its number until the names have come. */
export function useSiteNames(): (id: number) => string {
  const sites = useQuery(query("/site/list", { page: { perPage: ALL } })).data?.list ?? [];
  return (id) => sites.find((site) => site.id === id)?.name ?? String(id);
}
