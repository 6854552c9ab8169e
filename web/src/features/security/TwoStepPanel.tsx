import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { useUser } from "@/api/user";
import { login } from "@/text/account/login";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { PasswordDialog } from "@/ui/confirm/PasswordDialog";
import { Offer } from "@/ui/layout/Offer";
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
      title={login.twoStep}
      action={
        <StatusBadge state={on ? "approved" : "offline"}>{on ? login.on : login.off}</StatusBadge>
      }
    >
      <Offer help={on ? login.twoStepOn : login.twoStepOff}>
        <Button variant="default" ml="auto" onClick={() => setAsking(on ? "off" : "on")}>
          {on ? login.turnOff : login.turnOn}
        </Button>
      </Offer>
      {asking === "on" && (
        <Suspense>
          <TwoStepSetup onClose={close} />
        </Suspense>
      )}
      {asking === "off" && (
        <PasswordDialog
          deed={{ path: "/user/two_step_end", about: {} }}
          title={login.turnOffTitle}
          help={login.turnOffHelp}
          label={login.yourPassword}
          confirm={login.turnOff}
          destroys
          done={login.turnedOff}
          refresh={["/user/profile", "/user/audit"]}
          onGone={close}
        />
      )}
    </Panel>
  );
}
