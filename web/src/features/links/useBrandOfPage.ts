import { useQuery } from "@tanstack/react-query";

import type { Brand } from "@/api/gen/types.gen";
import { query } from "@/api/query";

interface BrandOfPage {
  mcid: string | undefined;
  /** Whether no brand accepts links to the page. */
  unknown: boolean;
}

/** The brand a page belongs to, where none is chosen. */
export function useBrandOfPage(page: string | undefined, chosen: string | undefined): BrandOfPage {
  const { data } = useQuery({
    ...query("/brands/find", { filter: { url: page }, page: { perPage: 50 } }),
    enabled: page !== undefined && chosen === undefined,
  });
  if (chosen || !page || !data) return { mcid: chosen, unknown: false };
  return { mcid: bestOf(data.list, page)?.mcid, unknown: data.list.length === 0 };
}

/** The brand, among several on one domain, whose own address is the beginning of the page's. */
function bestOf(brands: Brand[], page: string): Brand | undefined {
  const within = brands.filter(({ site_url }) => page.startsWith(site_url));
  const [closest] = within.sort((a, b) => b.site_url.length - a.site_url.length);
  return closest ?? (brands.length === 1 ? brands[0] : undefined);
}
