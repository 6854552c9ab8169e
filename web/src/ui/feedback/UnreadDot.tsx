import { VisuallyHidden } from "@mantine/core";

import { common } from "@/text/core/common";

import classes from "./UnreadDot.module.css";

/** Marks an unread row; other rows keep the space. */
export function UnreadDot({ unread }: { unread: boolean }) {
  return (
    <span className={classes.dot} data-unread={unread || undefined}>
      {unread && <VisuallyHidden>{common.unread}</VisuallyHidden>}
    </span>
  );
}
