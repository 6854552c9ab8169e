import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import type { MethodField } from "@/api/gen/types.gen";
import { paymentMethod as words } from "@/text/publisher/paymentMethod";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { LazySelect } from "@/ui/picker/LazySelect";

interface PayeeInputProps {
  field: MethodField;
  /** The last characters of the stored value. */
  kept: string | undefined;
  error: ReactNode;
  /** The form's props for this input. */
  input: { value?: string };
}

/** One field of a payment method, as the portal describes it. */
export function PayeeInput({ field, kept, error, input }: PayeeInputProps) {
  const { label, help, required, choices, autocomplete } = field;
  const shared = {
    ...input,
    ...withHelp(help, error),
    label: required ? label : <OptionalLabel>{label}</OptionalLabel>,
    autoComplete: autocomplete,
  };
  if (choices.length > 0) {
    return (
      <LazySelect
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
      value={input.value ?? ""}
      placeholder={kept ? words.keeps(kept) : undefined}
    />
  );
}
