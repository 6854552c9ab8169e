import { useQuery, useQueryClient } from "@tanstack/react-query";

import { call } from "@/api/call";
import { RELATION_JOINED, RELATION_PENDING } from "@/api/gen/enums.gen";
import type { Brand } from "@/api/gen/types.gen";
import { brand as words } from "@/text/brands/brand";
import { toast } from "@/ui/feedback/toasts";
import { useChannel } from "@/ui/picker/useChannels";

import { markStale, showRelations } from "./relationCache";

const INTERVAL = 15_000;
const MOST = 1_000;

type Shown = Pick<Brand, "mcid" | "name" | "relationship">;

/** Notices that a brand has decided of an application on the page, while it is visible or shown again. */
export function useDecisions(siteId: number | undefined, shown: readonly Shown[]) {
  const client = useQueryClient();
  const { name: channel } = useChannel(siteId);
  const waiting = shown
    .filter(({ relationship }) => relationship === RELATION_PENDING)
    .map(({ mcid }) => mcid);
  useQuery({
    queryKey: ["decisions", siteId, waiting],
    queryFn: async () => {
      for (const { mcid, name, relationship } of await fetchDecisions(siteId, waiting)) {
        showRelations(client, siteId, new Map([[mcid, relationship]]));
        markStale(client);
        if (relationship === RELATION_JOINED) toast.success(words.accepted(name, channel));
        else toast.error(words.declined(name, channel), true);
      }
      return null;
    },
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: waiting.length > 0,
    refetchInterval: INTERVAL,
    refetchOnWindowFocus: "always",
  });
}

/** The brands that are no longer pending. A failure of this background request is not reported; the next may succeed.
 */
async function fetchDecisions(siteId: number | undefined, mcids: string[]): Promise<Shown[]> {
  try {
    const { list } = await call("/brands/find", {
      filter: { status: RELATION_PENDING, site_id: siteId },
      page: { curPage: 1, perPage: MOST },
    });
    const waiting = new Set(list.map(({ mcid }) => mcid));
    const gone = mcids.filter((mcid) => !waiting.has(mcid));
    const infos = await Promise.all(
      gone.map((mcid) => call("/brands/info", { attributes: { mcid, site_id: siteId } })),
    );
    return infos.filter(({ relationship }) => relationship !== RELATION_PENDING);
  } catch {
    return [];
  }
}
