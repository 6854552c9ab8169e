/**
 * Converts the generator's values to the call's arguments, and error codes to the form's fields.
 */
import type { Attributes } from "@/api/call";
import { fullUrl } from "@/api/form/fullUrl";
import * as codes from "@/api/gen/codes.gen";
import { link as words } from "@/text/links/link";

export const LABELS = ["uid1", "uid2", "uid3", "uid4", "uid5"] as const;
/** The fields' labels on the screens. */
export const linkLabels = Object.fromEntries(
  LABELS.map((name, index) => [name, words.label(index + 1)]),
);

export interface LinkValues extends Record<(typeof LABELS)[number], string> {
  mcid: string | null;
  target_url: string;
  site_id: string | null;
  path: string;
  note: string;
  coupon: string | null;
}

export const EMPTY: LinkValues = {
  mcid: null,
  target_url: "",
  site_id: null,
  uid1: "",
  uid2: "",
  uid3: "",
  uid4: "",
  uid5: "",
  path: "",
  note: "",
  coupon: null,
};

/** The field that each error code of link creation is about. */
export const FIELD_BY_CODE: Record<number, keyof LinkValues> = {
  [codes.TARGET_URL_INVALID]: "target_url",
  [codes.URL_NOT_SUPPORTED]: "target_url",
  [codes.URL_FORBIDDEN]: "target_url",
  [codes.TRACK_INVALID]: "path",
  [codes.TRACK_USED]: "path",
  [codes.SITE_INVALID]: "site_id",
  [codes.SITE_STATUS_ERROR]: "site_id",
  [codes.BRAND_UNKNOWN]: "mcid",
  [codes.MERCHANT_NOT_FOUND]: "mcid",
  [codes.RELATIONSHIP_NOT_APPROVED]: "mcid",
  [codes.MERCHANT_OFFLINE]: "mcid",
  [codes.TERMS_MISSING]: "mcid",
};

export function toAttributes(values: LinkValues): Attributes<"/tools/link_code"> {
  const { site_id, target_url, path, ...rest } = values;
  return {
    ...rest,
    target_url: fullUrl(target_url),
    path: path.trim(),
    site_id: site_id ? Number(site_id) : null,
  };
}
