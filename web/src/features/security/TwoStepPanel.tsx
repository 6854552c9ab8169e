import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { useUser } from "@/api/user/useUser";
import { security } from "@/text/account/security";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { ActionRow } from "@/ui/layout/ActionRow";
import { Panel } from "@/ui/layout/Panel";

const TwoStepSetup = lazy(() =>
  import("./TwoStepSetup").then(({ TwoStepSetup }) => ({ default: TwoStepSetup })),
);

/** Whether signing in asks for a code too, and the way to change that. */
export function TwoStepPanel() {
  const { two_step: on } = useUser();
  const [asking, setAsking] = useState<"on" | "off" | null>(null);
  const close = () => setAsking(null);
  return (
    <Panel
      title={security.twoStep}
      action={
        <StatusBadge state={on ? "approved" : "offline"}>
          {on ? security.on : security.off}
        </StatusBadge>
      }
    >
      <ActionRow help={on ? security.twoStepOn : security.twoStepOff}>
        <Button variant="default" ml="auto" onClick={() => setAsking(on ? "off" : "on")}>
          {on ? security.turnOff : security.turnOn}
        </Button>
      </ActionRow>
      {asking === "on" && (
        <Suspense>
          <TwoStepSetup onClose={close} />
        </Suspense>
      )}
      {asking === "off" && (
        <LazyPasswordModal
          call={{ path: "/user/two_step_end", attributes: {} }}
          title={security.turnOffTitle}
          help={security.turnOffHelp}
          label={security.yourPassword}
          confirm={security.turnOff}
          destroys
          done={security.turnedOff}
          refresh={["/user/profile", "/user/audit"]}
          onClosed={close}
        />
      )}
    </Panel>
  );
}
