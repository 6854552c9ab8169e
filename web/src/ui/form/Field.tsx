import { Text } from "@mantine/core";

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

/** Puts the help below its field, and the error in place of it: spread into any Mantine input. */
export function withHelp(help: string, error: unknown) {
  return {
    description: error ? undefined : help,
    inputWrapperOrder: ["label", "input", "description", "error"] as Array<
      "label" | "input" | "description" | "error"
    >,
  };
}
