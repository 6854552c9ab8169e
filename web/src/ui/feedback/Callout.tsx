import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { State } from "@/ui/base/theme";
import classes from "./Callout.module.css";

interface CalloutProps {
  state: State;
  title: string;
  children?: ReactNode;
}

/** A message about a problem, shown where it matters; a screen reader announces it. */
export function Callout({ state, title, children }: CalloutProps) {
  return (
    <div role="alert" className={classes.callout} data-state={state}>
      <Text fw={600} className={classes.title}>
        {title}
      </Text>
      {children}
    </div>
  );
}
