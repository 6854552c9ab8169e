import { Button, Group, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { useSession } from "@/api/session";
import { login } from "@/text/login";
import { Panel } from "@/ui/Panel";

const PasswordModal = lazy(() =>
  import("./PasswordModal").then(({ PasswordModal }) => ({ default: PasswordModal })),
);

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
      <Suspense>
        {asking && (
          <PasswordModal
            path="/user/close"
            title={login.closeTitle}
            help={login.closingHelp}
            confirm={login.closeIt}
            done={login.closed}
            onDone={() => useSession.getState().signOut()}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
