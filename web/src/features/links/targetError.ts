/** A first check of a link's target before it is sent; the server decides. */
import type { BrandInfo } from "@/api/gen/types.gen";
import { link } from "@/text/links/link";

type Rules = Pick<BrandInfo, "name" | "domains" | "deep_link" | "forbidden_words">;

/** Why a brand would reject a target, or null if there is no objection. */
export function targetError(target: string, brand: Rules): string | null {
  const url = parseUrl(target);
  if (!url) return link.notUrl;
  if (!brand.domains.some((domain) => matches(url, domain))) {
    return link.notTheirs(brand.name, brand.domains.join(", "));
  }
  const deep = target.split("://")[1]?.replace(/^[^/]*\/?/, "");
  if (!brand.deep_link && deep) return link.homeOnly(brand.name);
  const word = brand.forbidden_words.find((word) =>
    target.toLowerCase().includes(word.toLowerCase()),
  );
  return word ? link.forbidden(word) : null;
}

function parseUrl(target: string): URL | null {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return null;
  return new URL(target);
}

/** A domain is `host`, `*.host` (its subdomains) or `host:port`. */
function matches({ hostname, port }: URL, domain: string): boolean {
  const [name = "", wanted = ""] = domain.split(":");
  if (port !== wanted) return false;
  const host = hostname.replace(/\.$/, "");
  return name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name;
}
