import { Button } from "@mantine/core";
import { useState } from "react";

import { useSession } from "@/api/session";
import { security } from "@/text/account/security";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { ActionRow } from "@/ui/layout/ActionRow";
import { Panel } from "@/ui/layout/Panel";

/** Closes the account permanently. */
export function CloseAccountPanel() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={security.closing}>
      <ActionRow help={security.closingHelp}>
        <Button variant="default" ml="auto" onClick={() => setAsking(true)}>
          {security.closeIt}
        </Button>
      </ActionRow>
      {asking && (
        <LazyPasswordModal
          call={{ path: "/user/close", attributes: {} }}
          title={security.closeTitle}
          help={security.closingHelp}
          label={security.yourPassword}
          confirm={security.closeIt}
          destroys
          done={security.closed}
          onDone={() => useSession.getState().signOut()}
          onClosed={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
