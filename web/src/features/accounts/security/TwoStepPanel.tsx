import { Button } from "@mantine/core";
import { useState } from "react";

import { useUser } from "@/api/user/useUser";
import { security } from "@/text/accounts/security";
import { formatDateTime } from "@/ui/base/format";
import { overlay } from "@/ui/base/overlay";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { ActionRow } from "@/ui/layout/ActionRow";
import { Panel } from "@/ui/layout/Panel";

const TwoStepSetup = overlay(() =>
  import("./TwoStepSetup").then(({ TwoStepSetup }) => TwoStepSetup),
);

/** Two-step sign-in: its state, and buttons to change it. */
export function TwoStepPanel() {
  const { two_step: on, time_zone: zone } = useUser();
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
      {asking === "on" && <TwoStepSetup onClose={close} />}
      {asking === "off" && (
        <LazyPasswordModal
          call={{ path: "/user/two_step_end", attributes: {} }}
          title={security.turnOffTitle}
          help={security.turnOffHelp}
          label={security.yourPassword}
          confirm={security.turnOff}
          destroys
          code={{ label: security.codeNow, help: security.codeNowHelp }}
          done={(waits) =>
            waits ? security.offOn(formatDateTime(waits, zone)) : security.turnedOff
          }
          refresh={["/user/profile", "/user/changes", "/user/audit"]}
          onClosed={close}
        />
      )}
    </Panel>
  );
}
