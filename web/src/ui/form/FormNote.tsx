import { Text } from "@mantine/core";

import type { State } from "@/ui/base/theme";

import classes from "./FormNote.module.css";

/** A sentence about a whole form, such as why it could not be sent and what to do. */
export function FormNote({ text, state = "rejected" }: { text: string | null; state?: State }) {
  if (!text) return null;
  return (
    <Text
      size="sm"
      role={state === "rejected" ? "alert" : "status"}
      className={classes.note}
      data-state={state}
    >
      {text}
    </Text>
  );
}
