import { Button, Text } from "@mantine/core";
import { useState } from "react";

import { call } from "@/api/call";
import { useSession } from "@/api/session";
import type { User } from "@/api/user/roles";
import { displayName } from "@/features/core/shell/UserMenu";
import { impersonation } from "@/text/accounts/impersonation";
import { formatDateTime } from "@/ui/base/format";
import classes from "./ImpersonationBanner.module.css";

/** Shown on every page while a member of staff is signed in as the publisher, with a button to end that. */
export function ImpersonationBanner({ user, by }: { user: User; by: string }) {
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    // The local session ends whether or not the call succeeds.
    await call("/auth/sign_out").catch(() => undefined);
    useSession.getState().forget();
  };
  return (
    <section className={classes.acting} aria-label={impersonation.actsAs(displayName(user), by)}>
      <div>
        <Text fw={600}>{impersonation.actsAs(displayName(user), by)}</Text>
        <Text size="sm">{impersonation.actsUntil(formatDateTime(user.session_expires_at))}</Text>
      </div>
      <Button size="xs" variant="default" flex="none" loading={ending} onClick={() => void end()}>
        {impersonation.endActing}
      </Button>
    </section>
  );
}
