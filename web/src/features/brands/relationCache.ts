/**
 * Updates a channel's relationships in the query cache; lists are reloaded only when they are shown
 * again.
 */
import type { QueryClient } from "@tanstack/react-query";

import type { Data } from "@/api/call";
import type { Brand, Relation } from "@/api/gen/types.gen";
import { query } from "@/api/query";

type Asked = { filter?: { site_id?: number }; attributes?: { site_id?: number } } | undefined;

/** Shows these relationships, by mcid, wherever brands are shown for this channel. */
export function showRelations(
  client: QueryClient,
  siteId: number | undefined,
  relations: ReadonlyMap<string, Relation>,
) {
  const usual = client.getQueryData(query("/user/profile").queryKey)?.default_site?.id;
  const ofChannel = (key: readonly unknown[]) => {
    const input = key[1] as Asked;
    return (input?.filter?.site_id ?? input?.attributes?.site_id ?? usual) === (siteId ?? usual);
  };
  const update = <B extends Pick<Brand, "mcid" | "relationship">>(brand: B): B => {
    const relationship = relations.get(brand.mcid);
    return relationship === undefined ? brand : { ...brand, relationship };
  };
  client.setQueriesData<Data<"/brands/find">>(
    { queryKey: ["/brands/find"], predicate: ({ queryKey }) => ofChannel(queryKey) },
    (answer) => answer && { ...answer, list: answer.list.map(update) },
  );
  client.setQueriesData<Data<"/brands/info">>(
    { queryKey: ["/brands/info"], predicate: ({ queryKey }) => ofChannel(queryKey) },
    (info) => (info ? update(info) : undefined),
  );
}

/** Marked stale for the next visit, but not reloaded while the user is looking. */
export function markStale(client: QueryClient) {
  for (const path of ["/brands/find", "/brands/facets", "/site/list", "/home/dashboard"]) {
    void client.invalidateQueries({ queryKey: [path], refetchType: "none" });
  }
  // What lists applications shows what became of them.
  for (const path of ["/brands/applications", "/brands/standings"]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
  // A brand's own page tells more than the relationship: since when, and why. What stood against a link may be over.
  void reloadBrandPages(client);
  for (const path of ["/tools/link_preview", "/tools/link_bulk_preview"]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
}

/** A page that is still loading may have read the old relationship, so it is loaded again once it is there. */
async function reloadBrandPages(client: QueryClient) {
  const pages = { queryKey: ["/brands/info"] };
  const loading = client.getQueryCache().findAll({ ...pages, fetchStatus: "fetching" });
  await Promise.allSettled(loading.map((page) => page.promise));
  await client.invalidateQueries(pages);
}
