/** How the URL names what is reviewed: a channel's request to join a brand, or a channel. */
import type { NetworkRelationship, NetworkSite } from "@/api/gen/types.gen";
import { parseId, parseText } from "@/ui/base/searchParams";

type RelationshipKey = Pick<NetworkRelationship, "uid" | "site_id" | "mcid">;
type SiteKey = Pick<NetworkSite, "uid" | "site_id">;

export const relationshipKey = ({ uid, site_id, mcid }: RelationshipKey) =>
  `${uid} ${site_id} ${mcid}`;
export const siteKey = ({ uid, site_id }: SiteKey) => `${uid} ${site_id}`;

export function parseRelationship(look: string | undefined): RelationshipKey | undefined {
  const [owner, channel, brand, ...more] = look?.split(" ") ?? [];
  const [uid, site_id, mcid] = [parseId(owner), parseId(channel), parseText(brand)];
  return uid && site_id && mcid && more.length === 0 ? { uid, site_id, mcid } : undefined;
}

export function parseSite(look: string | undefined): SiteKey | undefined {
  const [owner, channel, ...more] = look?.split(" ") ?? [];
  const [uid, site_id] = [parseId(owner), parseId(channel)];
  return uid && site_id && more.length === 0 ? { uid, site_id } : undefined;
}
