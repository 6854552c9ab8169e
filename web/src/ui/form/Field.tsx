import { Text } from "@mantine/core";

import { common } from "@/text/core/common";

/** A label's word for what may be left empty; required is the rule and unmarked. */
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

/** Help below its field, and the error in place of it: spread into any Mantine input. */
export function withHelp(help: string, error: unknown) {
  return {
    description: error ? undefined : help,
    inputWrapperOrder: ["label", "input", "description", "error"] as Array<
      "label" | "input" | "description" | "error"
    >,
  };
}
