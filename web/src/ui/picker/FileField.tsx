import { Stack, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";

import { OptionalLabel } from "@/ui/form/Field";

interface FileFieldProps {
  label: string;
  help: string;
  /** Why the last file was refused, in place of the help. */
  error: string | null;
  required?: boolean;
  /** Given the id of the help, for the button to be described by. */
  children: (help: string) => ReactNode;
}

/** A field of a form that takes files. */
export function FileField({ label, help, error, required, children }: FileFieldProps) {
  const id = useId();
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Text size="xs" fw={500}>
        {required ? label : <OptionalLabel>{label}</OptionalLabel>}
      </Text>
      {children(id)}
      <Text
        id={id}
        size="xs"
        c={error ? "var(--mantine-color-error)" : "dimmed"}
        role={error ? "alert" : undefined}
      >
        {error ?? help}
      </Text>
    </Stack>
  );
}
