/** A brand as the form holds it: everything typed is text, and a name for each group to tell them apart. */
import type { BrandDraft, CommissionGroup } from "@/api/gen/types.gen";
import { network } from "@/text/network";

type GroupValues = {
  [F in keyof Required<Omit<CommissionGroup, "uid" | "site_id">>]: string;
} & { key: string; uid: number | null; site_id: number | null };

export type BrandValues = Omit<
  Required<BrandDraft>,
  "commission_groups" | "logo" | "regions" | "forbidden_words" | "promotion_methods" | "brand_type"
> & { brand_type: "1" | "2"; commission_groups: GroupValues[] };

let made = 0;

/** A group that nobody has filled in yet. */
export function emptyGroup(): GroupValues {
  made += 1;
  return {
    key: String(made),
    name: "",
    pays: "percent",
    value: "",
    category: "",
    country: "",
    starts_at: "",
    ends_at: "",
    uid: null,
    site_id: null,
  };
}

/** A brand that nobody has filled in yet. */
export function emptyBrand(): BrandValues {
  return {
    mcid: "",
    name: "",
    site_url: "",
    domains: [],
    description: "",
    categories: [],
    country: "GB",
    currency: "GBP",
    offer_type: "CPS",
    brand_type: "1",
    cookie_days: 30,
    validation_days: 30,
    payment_days: 30,
    deep_link: true,
    approval: "auto",
    status: "online",
    click_param: "click_ref",
    contact: "",
    commission_groups: [emptyGroup()],
  };
}

/** A group's value that is no number: the call takes any text there and says so late. */
export function wrongValues({ commission_groups }: BrandValues): Record<string, string> {
  return Object.fromEntries(
    commission_groups.flatMap(({ value }, place) =>
      /^\d+(\.\d+)?$/.test(value.trim())
        ? []
        : [[`commission_groups.${place}.value`, network.valueHelp]],
    ),
  );
}

/** What the call takes of it. */
export function draftOf({ brand_type, commission_groups, ...values }: BrandValues): BrandDraft {
  return {
    ...values,
    brand_type: brand_type === "1" ? 1 : 2,
    country: values.country.trim().toUpperCase(),
    currency: values.currency.trim().toUpperCase(),
    commission_groups: commission_groups.map(({ key: _, ...group }) => ({
      ...group,
      pays: group.pays === "fixed" ? "fixed" : "percent",
      value: group.value.trim(),
      category: group.category.trim() || null,
      country: group.country.trim().toUpperCase() || null,
      starts_at: group.starts_at || null,
      ends_at: group.ends_at || null,
    })),
  };
}
