import { Button, Group, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { useUser } from "@/api/user";
import { login } from "@/text/login";
import { Panel } from "@/ui/Panel";
import { StatusBadge } from "@/ui/StatusBadge";

const TwoStepSetup = lazy(() =>
  import("./TwoStepSetup").then(({ TwoStepSetup }) => ({ default: TwoStepSetup })),
);
const PasswordModal = lazy(() =>
  import("./PasswordModal").then(({ PasswordModal }) => ({ default: PasswordModal })),
);

/** Whether signing in asks for a code too, and the way to change that. */
export function TwoStepPanel() {
  const { two_step: on } = useUser();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <Panel
      title={login.twoStep}
      action={
        <StatusBadge state={on ? "approved" : "offline"}>{on ? login.on : login.off}</StatusBadge>
      }
    >
      <Group justify="space-between" align="center" gap="md">
        <Text size="sm" c="dimmed" maw={640}>
          {on ? login.twoStepOn : login.twoStepOff}
        </Text>
        <Button variant="default" ml="auto" onClick={() => setAsking(true)}>
          {on ? login.turnOff : login.turnOn}
        </Button>
      </Group>
      <Suspense>
        {asking && !on && <TwoStepSetup onClose={close} />}
        {asking && on && (
          <PasswordModal
            path="/user/two_step_end"
            title={login.turnOffTitle}
            help={login.turnOffHelp}
            confirm={login.turnOff}
            done={login.turnedOff}
            onClose={close}
          />
        )}
      </Suspense>
    </Panel>
  );
}
