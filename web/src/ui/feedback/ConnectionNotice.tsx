import { Button, Text } from "@mantine/core";
import { useConnection } from "@/api/connection";
import { common } from "@/text/core/common";
import { trouble } from "@/text/core/loadErrors";
import { Hint } from "@/ui/base/Hint";

import classes from "./ConnectionNotice.module.css";

/** Says that the portal is being tried again before a page can be shown; it is loaded before it is wanted. */
export function ConnectionNotice() {
  const retry = useConnection((connection) => connection.retry);
  return (
    <section className={classes.notice} aria-label={trouble.reconnecting} role="status">
      <div className={classes.text}>
        <Text fw={600}>{trouble.reconnecting}</Text>
        <Hint size="sm">{trouble.reconnectingHelp}</Hint>
      </div>
      <Button variant="default" size="xs" onClick={retry}>
        {common.retry}
      </Button>
    </section>
  );
}
