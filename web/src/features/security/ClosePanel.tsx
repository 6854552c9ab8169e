import { Button } from "@mantine/core";
import { useState } from "react";

import { useSession } from "@/api/session";
import { login } from "@/text/account/login";
import { PasswordDialog } from "@/ui/confirm/PasswordDialog";
import { Offer } from "@/ui/layout/Offer";
import { Panel } from "@/ui/layout/Panel";

/** The way out for good. */
export function ClosePanel() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={login.closing}>
      <Offer help={login.closingHelp}>
        <Button variant="default" ml="auto" onClick={() => setAsking(true)}>
          {login.closeIt}
        </Button>
      </Offer>
      {asking && (
        <PasswordDialog
          deed={{ path: "/user/close", about: {} }}
          title={login.closeTitle}
          help={login.closingHelp}
          label={login.yourPassword}
          confirm={login.closeIt}
          destroys
          done={login.closed}
          onDone={() => useSession.getState().signOut()}
          onGone={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
