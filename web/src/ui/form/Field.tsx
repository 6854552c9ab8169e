import { Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";

import { common } from "@/text/core/common";

/** Marks a field as optional; required fields are the rule and unmarked. */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      {children}{" "}
      <Text span inherit c="dimmed" fw={400}>
        ({common.optional})
      </Text>
    </>
  );
}

/**
 * The props of a field for a number with letters: a phone's keyboard writes capitals and corrects
 * nothing.
 */
export const CAPITALS = { autoCapitalize: "characters", spellCheck: false } as const;

/** Puts the help below its field, and the error in place of it: spread into any Mantine input. */
export function withHelp(help: string, error: unknown) {
  return {
    description: error ? undefined : help,
    inputWrapperOrder: ["label", "input", "description", "error"] as Array<
      "label" | "input" | "description" | "error"
    >,
  };
}

/**
 * The props of each field of a form: its label, value, error and help text. Spread them into any
 * Mantine input.
 */
export function fieldsOf<V>(form: Pick<UseFormReturnType<V>, "getInputProps" | "errors">) {
  const field = (path: string, label: ReactNode, help?: string) => ({
    label,
    ...form.getInputProps(path),
    ...(help && withHelp(help, form.errors[path])),
  });
  const optional = (path: string, label: string, help?: string) =>
    field(path, <OptionalLabel>{label}</OptionalLabel>, help);
  return Object.assign(field, { optional });
}
