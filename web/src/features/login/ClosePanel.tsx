import { Button } from "@mantine/core";
import { useState } from "react";

import { useSession } from "@/api/session";
import { login } from "@/text/login";
import { Offer } from "@/ui/Offer";
import { Panel } from "@/ui/Panel";
import { PasswordDialog } from "@/ui/PasswordDialog";

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
