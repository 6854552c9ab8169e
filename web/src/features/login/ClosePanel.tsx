import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";

import { useSession } from "@/api/session";
import { login } from "@/text/login";
import { Panel } from "@/ui/Panel";
import { PasswordDialog } from "@/ui/PasswordDialog";

/** The way out for good. */
export function ClosePanel() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={login.closing}>
      <Group justify="space-between" align="center" gap="md">
        <Text size="sm" c="dimmed" maw={640}>
          {login.closingHelp}
        </Text>
        <Button variant="default" ml="auto" onClick={() => setAsking(true)}>
          {login.closeIt}
        </Button>
      </Group>
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
