import type { BrandInfo } from "@/api/gen/types.gen";

/** A brand with a page of its own and one shop, whose links may lead anywhere in it. */
export const acme = {
  mcid: "acme",
  name: "Acme",
  site_url: "https://acme.example/",
  domains: ["acme.example"],
  deep_link: true,
  forbidden_words: [],
} as unknown as BrandInfo;
