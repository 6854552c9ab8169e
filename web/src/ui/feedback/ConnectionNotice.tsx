import { Button, Text } from "@mantine/core";

import { useConnection } from "@/api/connection";
import { common } from "@/text/core/common";

import classes from "./ConnectionNotice.module.css";

/** Says that the portal is being tried again before a page can be shown; it is loaded before it is wanted. */
export function ConnectionNotice() {
  const retry = useConnection((connection) => connection.retry);
  return (
    <section className={classes.notice} aria-label={common.reconnecting} role="status">
      <div className={classes.text}>
        <Text fw={600}>{common.reconnecting}</Text>
        <Text size="sm" c="dimmed">
          {common.reconnectingHelp}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={retry}>
        {common.retry}
      </Button>
    </section>
  );
}
