import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Data } from "@/api/call";
import { RELATION_JOINED, RELATION_PENDING, RELATION_REJECTED } from "@/api/gen/enums.gen";
import type { Brand, Relation } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { brand as words } from "@/text/brands/brand";
import { toast } from "@/ui/feedback/toasts";

import { markStale, showRelations } from "./relationCache";

export type Applicant = Pick<Brand, "mcid" | "name" | "relationship" | "approval">;
type Outcomes = Data<"/brands/apply">["list"];

/**
 * Applies to brands with a channel. Each shows the expected result at once and the real one when it arrives,
 * in its place.
 */
export function useApply(siteId: number | undefined) {
  const client = useQueryClient();
  const call = useCall("/brands/apply");
  const inFlight = useRef(false);
  /** Shows the outcome that the portal returned. */
  const show = (list: Outcomes, brands: Applicant[]) => {
    const before = brands.map(({ mcid, relationship }) => [mcid, relationship] as const);
    // With several channels, the first is the one whose brands are shown.
    const after = list
      .filter(({ site_id }) => site_id === list[0]?.site_id)
      .map(({ mcid, relationship }) => [mcid, relationship] as const);
    showRelations(client, siteId, new Map([...before, ...after.filter(isKnown)]));
    markStale(client);
    showOutcome(list, brands);
  };
  // The promise still resolves if the user has left the page by then.
  const apply = async (brands: Applicant[]) => {
    // A second click can come before the first has changed what is shown.
    if (inFlight.current) return;
    inFlight.current = true;
    const expected = brands.map((brand) => [brand.mcid, expectedRelationship(brand)] as const);
    showRelations(client, siteId, new Map(expected));
    try {
      const mcids = brands.map(({ mcid }) => mcid);
      const { list } = await call.mutateAsync({ attributes: { mcids, site_id: siteId } });
      show(list, brands);
    } catch {
      const before = brands.map(({ mcid, relationship }) => [mcid, relationship] as const);
      showRelations(client, siteId, new Map(before));
    } finally {
      inFlight.current = false;
    }
  };
  return { apply, show, busy: call.isPending };
}

/** Whether the brand, or the network, reads an application before it decides. */
export function isReviewed({ approval, relationship }: Applicant): boolean {
  return approval === "manual" || relationship === RELATION_REJECTED;
}

/** Whether the portal takes an application, as far as the brand decides. */
export function isOpenTo({ relationship, status }: Pick<Brand, "relationship" | "status">) {
  return (
    status === "online" && relationship !== RELATION_PENDING && relationship !== RELATION_JOINED
  );
}

const expectedRelationship = (brand: Applicant): Relation =>
  isReviewed(brand) ? RELATION_PENDING : RELATION_JOINED;

const isKnown = (pair: readonly [string, Relation | null]): pair is readonly [string, Relation] =>
  pair[1] !== null;

function showOutcome(list: Outcomes, brands: Applicant[]) {
  const taken = list.filter(({ code }) => code === 0);
  const joined = taken.filter(({ relationship }) => relationship === RELATION_JOINED).length;
  if (list.length > 1 && taken.length > 0) {
    toast.success(words.applied(joined, taken.length - joined));
  }
  const [first, ...others] = list.filter(({ code }) => code !== 0);
  if (!first) return;
  const name = brands.find(({ mcid }) => mcid === first.mcid)?.name ?? first.mcid;
  toast.error(words.notTaken(name, first.message, others.length));
}
