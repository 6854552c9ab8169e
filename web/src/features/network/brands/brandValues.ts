/** A brand's form values: all inputs are texts, and each commission group has a key. */
import { BRAND_TYPE_MARKETPLACE, BRAND_TYPE_OWN_SHOP } from "@/api/gen/enums.gen";
import type { BrandDraft, BrandEdit, Campaign, CommissionGroup } from "@/api/gen/types.gen";
import { network } from "@/text/network/network";

interface CampaignValues {
  key: string;
  from: string;
  to: string;
  note: string;
}

type GroupValues = {
  [F in keyof Required<Omit<CommissionGroup, "uid" | "site_id">>]: string;
} & { key: string; uid: number | null; site_id: number | null };

export type BrandValues = Omit<
  Required<BrandDraft>,
  "commission_groups" | "brand_type" | "campaigns"
> & {
  brand_type: "1" | "2";
  commission_groups: GroupValues[];
  campaigns: CampaignValues[];
  was: BrandDraft | null;
  create: boolean;
};

let lastKey = 0;

/** A commission group's form values; those of an empty group if none is given. */
export function groupOf(group?: CommissionGroup): GroupValues {
  lastKey += 1;
  return {
    key: String(lastKey),
    name: group?.name ?? "",
    pays: group?.pays ?? "percent",
    value: group?.value ?? "",
    category: group?.category ?? "",
    country: group?.country ?? "",
    starts_at: group?.starts_at ?? "",
    ends_at: group?.ends_at ?? "",
    uid: group?.uid ?? null,
    site_id: group?.site_id ?? null,
  };
}

/** A campaign's form values; an empty campaign if none is given. */
export function campaignOf(campaign?: Campaign): CampaignValues {
  lastKey += 1;
  return {
    key: String(lastKey),
    from: campaign?.from ?? "",
    to: campaign?.to ?? "",
    note: campaign?.note ?? "",
  };
}

/** The form values of a saved brand. */
export function toValues({
  brand_type,
  commission_groups,
  campaigns,
  ...draft
}: BrandDraft): BrandValues {
  return {
    ...emptyBrand(),
    ...draft,
    brand_type: brand_type === BRAND_TYPE_MARKETPLACE ? "2" : "1",
    commission_groups: commission_groups.map(groupOf),
    campaigns: (campaigns ?? []).map(campaignOf),
    was: { ...draft, brand_type, commission_groups, campaigns },
    create: false,
  };
}

/** The form values of a new brand. */
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
    claim_days: 90,
    payment_days: 30,
    after_validation: "approve",
    prepaid: false,
    deep_link: true,
    coupon_decides: true,
    approval: "auto",
    status: "online",
    click_param: "click_ref",
    contact: "",
    logo: null,
    fallback_url: null,
    regions: [],
    forbidden_words: [],
    promotion_methods: {},
    commission_groups: [groupOf()],
    campaigns: [],
    was: null,
    create: true,
  };
}

/** Errors for group values that are not numbers, which the call would only reject later. */
export function validateGroups({ commission_groups }: BrandValues): Record<string, string> {
  return Object.fromEntries(
    commission_groups.flatMap(({ value }, index) =>
      /^\d+(\.\d+)?$/.test(value.trim())
        ? []
        : [[`commission_groups.${index}.value`, network.valueHelp]],
    ),
  );
}

/** The call's attributes. */
export function toDraft({
  brand_type,
  commission_groups,
  campaigns,
  ...values
}: BrandValues): BrandEdit {
  return {
    ...values,
    fallback_url: values.fallback_url?.trim() || null,
    brand_type: brand_type === "1" ? BRAND_TYPE_OWN_SHOP : BRAND_TYPE_MARKETPLACE,
    campaigns: campaigns.map(({ key: _, ...campaign }) => campaign),
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
