/** From a payment method to what its form shows, and the rules of its fields. */
import type { MethodField, PaymentMethod } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { paymentMethod as words } from "@/text/publisher/paymentMethod";
import { countryCode } from "@/ui/picker/CountrySelect";

export interface MethodValues {
  /** A code. */
  country: string;
  /** Empty: the one that is usual in the country. */
  currency: string;
  entity: PaymentMethod["entity"];
  fields: Record<string, string>;
  password: string;
}

/** Stored values are not sent back, so the fields of an edited method start empty. */
export function toValues(method: PaymentMethod | null, user: User): MethodValues {
  return {
    country: method?.country ?? countryCode(user.company?.country ?? ""),
    currency: method?.currency ?? "",
    entity: method?.entity ?? "person",
    fields: {},
    password: "",
  };
}

/** The values of the requested fields; those of another country stay in the form but are not sent. */
export function pickFields(methodFields: MethodField[], typed: Record<string, string>) {
  return Object.fromEntries(methodFields.map(({ name }) => [name, (typed[name] ?? "").trim()]));
}

/** The errors of invalid fields, by their path in the form; stored fields may stay empty. */
export function validateFields(
  methodFields: MethodField[],
  entered: Record<string, string>,
  kept: Record<string, string>,
): Record<string, string> {
  const errors = methodFields.map(
    (field) => [`fields.${field.name}`, fieldError(field, entered, kept)] as const,
  );
  return Object.fromEntries(errors.filter(([, text]) => text !== ""));
}

function fieldError(
  { name, label, required, most, pattern, shape, compact }: MethodField,
  entered: Record<string, string>,
  kept: Record<string, string>,
): string {
  const typed = (entered[name] ?? "").trim();
  const value = compact ? typed.replace(/[\s.-]/g, "").toUpperCase() : typed;
  if (!value) return required && !(name in kept) ? words.missing(label) : "";
  if (value.length > most) return words.tooLong(label, most);
  if (pattern && !new RegExp(`^(?:${pattern})$`).test(value)) return shape;
  return "";
}
