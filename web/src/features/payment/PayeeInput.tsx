import { Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import type { MethodField } from "@/api/gen/types.gen";
import { payment as words } from "@/text/publisher/payment";
import { OptionalLabel, withHelp } from "@/ui/form/Field";

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
      <Select
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
