/** Converts a channel to the values of its form, and these to the call's attributes. */
import type { Attributes } from "@/api/call";
import { fullUrl } from "@/api/form/fullUrl";
import type { Site, SiteTypes } from "@/api/gen/types.gen";
import { formatNumber } from "@/ui/base/format";

import { parseVisits } from "./visits";

export interface SiteValues {
  name: string;
  channel_type: string | null;
  channel_platform: string;
  promotion_methods: string[];
  website: string;
  /** The number as typed: 25,000 or 25k. */
  monthly_visits: string;
  description: string;
  logo: string;
  fallback_url: string;
}

export function toValues(site: Site | null): SiteValues {
  return {
    name: site?.name ?? "",
    channel_type: site ? String(site.channel_type) : null,
    channel_platform: site?.channel_platform ?? "",
    promotion_methods: site?.promotion_methods.map(String) ?? [],
    website: site?.website ?? "",
    monthly_visits: site?.monthly_visits == null ? "" : formatNumber(site.monthly_visits),
    description: site?.description ?? "",
    logo: site?.logo ?? "",
    fallback_url: site?.fallback_url ?? "",
  };
}

/** Media kits are not in the form and not sent, so they stay unchanged. */
export function toAttributes(site: Site | null) {
  return (values: SiteValues): Attributes<"/site/save"> =>
    ({
      ...values,
      id: site?.id,
      channel_type: values.channel_type ? Number(values.channel_type) : null,
      promotion_methods: values.promotion_methods.map(Number),
      website: fullUrl(values.website),
      fallback_url: values.fallback_url.trim() ? fullUrl(values.fallback_url) : null,
      monthly_visits: parseVisits(values.monthly_visits) ?? null,
    }) as Attributes<"/site/save">;
}

/** The name of a type or of a way to promote. */
export function nameOf(named: SiteTypes["channel_types"] | undefined, id: number): string {
  return named?.find((each) => each.id === id)?.name ?? "";
}
