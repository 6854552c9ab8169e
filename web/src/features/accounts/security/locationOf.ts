import { security } from "@/text/accounts/security";
import { countryName } from "@/ui/base/format";

/** An IP address with its country: `Germany, 203.0.113.7`. */
export function locationOf({ country, ip }: { country: string | null; ip: string }): string {
  const known = [country && countryName(country), ip].filter(Boolean);
  return known.join(", ") || security.noPlace;
}
