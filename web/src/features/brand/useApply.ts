import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Data } from "@/api/call";
import { RELATION_JOINED, RELATION_PENDING } from "@/api/gen/enums.gen";
import type { Brand, Relation } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { brand as words } from "@/text/publisher/brand";
import { toast } from "@/ui/feedback/toasts";

type Applicant = Pick<Brand, "mcid" | "name" | "relationship" | "approval">;

/**
 * Applies to brands. Each shows the expected result at once and the real one when it arrives, in its
 * place: a list is only reloaded when somebody comes back to it.
 */
export function useApply() {
  const client = useQueryClient();
  const call = useCall("/brands/apply");
  const inFlight = useRef(false);
  // The promise still resolves if the user has left the page by then.
  const apply = async (brands: Applicant[]) => {
    // A second click can come before the first has changed what is shown.
    if (inFlight.current) return;
    inFlight.current = true;
    const before = new Map(brands.map(({ mcid, relationship }) => [mcid, relationship]));
    updateCache(
      client,
      new Map(brands.map(({ mcid, approval }) => [mcid, expectedRelationship(approval)])),
    );
    try {
      const mcids = brands.map(({ mcid }) => mcid);
      const { list } = await call.mutateAsync({ attributes: { mcids } });
      const after = list.map(({ mcid, relationship }) => [mcid, relationship] as const);
      updateCache(client, new Map([...before, ...after.filter(isKnown)]));
      markStale(client);
      showOutcome(list, brands);
    } catch {
      updateCache(client, before);
    } finally {
      inFlight.current = false;
    }
  };
  return { apply, busy: call.isPending };
}

const expectedRelationship = (approval: Brand["approval"]): Relation =>
  approval === "auto" ? RELATION_JOINED : RELATION_PENDING;

const isKnown = (pair: readonly [string, Relation | null]): pair is readonly [string, Relation] =>
  pair[1] !== null;

function updateCache(client: QueryClient, relations: ReadonlyMap<string, Relation>) {
  const seen = <B extends Pick<Brand, "mcid" | "relationship">>(brand: B): B => {
    const relationship = relations.get(brand.mcid);
    return relationship === undefined ? brand : { ...brand, relationship };
  };
  client.setQueriesData<Data<"/brands/find">>(
    { queryKey: ["/brands/find"] },
    (found) => found && { ...found, list: found.list.map(seen) },
  );
  client.setQueriesData<Data<"/brands/info">>({ queryKey: ["/brands/info"] }, (info) =>
    info ? seen(info) : undefined,
  );
}

/** Marked stale for the next visit, but not reloaded while the user is looking. */
function markStale(client: QueryClient) {
  for (const path of ["/brands/find", "/brands/facets", "/site/list", "/home/dashboard"]) {
    void client.invalidateQueries({ queryKey: [path], refetchType: "none" });
  }
}

function showOutcome(list: Data<"/brands/apply">["list"], brands: Applicant[]) {
  const taken = list.filter(({ code }) => code === 0);
  const joined = taken.filter(({ relationship }) => relationship === RELATION_JOINED).length;
  if (brands.length > 1 && taken.length > 0) {
    toast.success(words.applied(joined, taken.length - joined));
  }
  const [first, ...others] = list.filter(({ code }) => code !== 0);
  if (!first) return;
  const name = brands.find(({ mcid }) => mcid === first.mcid)?.name ?? first.mcid;
  toast.error(words.notTaken(name, first.message, others.length));
}
