import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";

/** Says at once what an icon of the collapsed sidebar leads to. */
export function Tip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right" openDelay={0}>
      {children}
    </Tooltip>
  );
}
