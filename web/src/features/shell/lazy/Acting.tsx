import { Button, Text } from "@mantine/core";
import { useState } from "react";

import { call } from "@/api/call";
import type { User } from "@/api/roles";
import { useSession } from "@/api/session";
import { nameOf } from "@/features/shell/UserMenu";
import { acting } from "@/text/account/acting";
import { moment } from "@/ui/base/format";
import classes from "./Acting.module.css";

/** Says on every page that one of the network's staff acts here, and ends it. */
export function Acting({ user, by }: { user: User; by: string }) {
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    // The session here is over whether or not the portal hears of it.
    await call("/auth/sign_out").catch(() => undefined);
    useSession.getState().signOut();
  };
  return (
    <section className={classes.acting} aria-label={acting.actsAs(nameOf(user), by)}>
      <div>
        <Text fw={600}>{acting.actsAs(nameOf(user), by)}</Text>
        <Text size="sm">{acting.actsUntil(moment(user.session_expires_at))}</Text>
      </div>
      <Button size="xs" variant="default" flex="none" loading={ending} onClick={() => void end()}>
        {acting.endActing}
      </Button>
    </section>
  );
}
