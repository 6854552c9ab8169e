import type { BrandInfo } from "@/api/gen/types.gen";

/** A brand with one shop, and links to any page of it. */
export const acme = {
  mcid: "acme",
  name: "Acme",
  site_url: "https://acme.example/",
  domains: ["acme.example"],
  deep_link: true,
  forbidden_words: [],
  campaigns: [],
  coupons: [],
  regions: [],
  status: "online",
} as unknown as BrandInfo;
