import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { State } from "@/ui/base/theme";
import classes from "./Callout.module.css";

interface CalloutProps {
  state: State;
  title: string;
  children?: ReactNode;
}

/** Something that stands in the way, said in its place; a screen reader hears it as it comes. */
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
