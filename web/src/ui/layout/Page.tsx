import { Box } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./Page.module.css";

interface PageProps {
  /** Reports may be wider than a comfortable line length. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of a page's content: its width, and the space around and between its groups. */
export function Page({ wide, children }: PageProps) {
  return (
    <Box className={classes.page} mod={{ wide }}>
      {children}
    </Box>
  );
}
