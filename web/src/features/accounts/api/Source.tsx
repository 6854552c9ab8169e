import { Box, Code } from "@mantine/core";

import { CopyButton } from "@/ui/form/CopyButton";

import classes from "./Source.module.css";

/** A program or a piece of JSON, with a button that copies it. */
export function Source({ text, label }: { text: string; label: string }) {
  return (
    <Box className={classes.frame}>
      <Code block className={classes.source} tabIndex={0} aria-label={label}>
        {text}
      </Code>
      <Box className={classes.copy}>
        <CopyButton value={text} what={label} />
      </Box>
    </Box>
  );
}
