import { VisuallyHidden } from "@mantine/core";

import { common } from "@/text/core/common";

import classes from "./UnreadDot.module.css";

/** Marks what is unread; the place is kept where it is not. */
export function UnreadDot({ unread }: { unread: boolean }) {
  return (
    <span className={classes.dot} data-unread={unread || undefined}>
      {unread && <VisuallyHidden>{common.unread}</VisuallyHidden>}
    </span>
  );
}
