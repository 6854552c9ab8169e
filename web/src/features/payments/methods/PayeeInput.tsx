import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import type { MethodField } from "@/api/gen/types.gen";
import { paymentMethod as words } from "@/text/payments/paymentMethod";
import { CAPITALS, OptionalLabel, withHelp } from "@/ui/form/Field";
import { LazySelect } from "@/ui/picker/LazySelect";

interface PayeeInputProps {
  field: MethodField;
  /** A note shown below the field, such as the name as the bank will see it. */
  note?: string;
  /** The last characters of the stored value. */
  kept: string | undefined;
  error: ReactNode;
  /** The form's props for this input. */
  input: { value?: string };
  /** The typed value, when the field is left. */
  onLeave: (value: string) => void;
}

/** Letters of what is kept that a field on a phone has room for; more would be cut, and stand below it. */
const KEPT_LONGEST = 24;

/** One field of a payment method, as the portal describes it. */
export function PayeeInput({ field, note, kept, error, input, onLeave }: PayeeInputProps) {
  const { label, help, required, choices, autocomplete } = field;
  const keeps = kept && words.keeps(kept);
  const below = kept && kept.length > KEPT_LONGEST ? keeps : undefined;
  const shared = {
    ...input,
    ...withHelp([below, help, note].filter(Boolean).join(". "), error),
    label: required ? label : <OptionalLabel>{label}</OptionalLabel>,
    autoComplete: autocomplete,
  };
  if (choices.length > 0) {
    return (
      <LazySelect
        allowDeselect
        {...shared}
        value={input.value || null}
        placeholder={kept ? words.unchanged : words.choose}
        data={choices.map((value) => ({ value, label: words.choices[value] ?? value }))}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      {...keypadOf(field)}
      value={input.value ?? ""}
      placeholder={below ? undefined : keeps}
      onBlur={({ currentTarget }) => onLeave(currentTarget.value)}
    />
  );
}

/** The keypad of a phone for a field: digits where it takes nothing else. */
function keypadOf({ autocomplete, compact, pattern }: MethodField) {
  if (autocomplete === "email") return { type: "email" };
  if (pattern?.startsWith("[0-9]")) return { inputMode: "numeric" as const };
  return compact ? CAPITALS : {};
}
