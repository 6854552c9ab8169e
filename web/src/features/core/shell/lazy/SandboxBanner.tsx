import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { leaveSandbox } from "@/features/core/shell/lazy/leaveSandbox";
import { sandbox } from "@/text/accounts/sandbox";
import classes from "./ImpersonationBanner.module.css";

/** Shown on every page in the sandbox, with a button that leads back to the account. */
export function SandboxBanner() {
  const [leaving, setLeaving] = useState(false);
  return (
    <section className={classes.acting} aria-label={sandbox.banner}>
      <div>
        <Text fw={600}>{sandbox.banner}</Text>
        <Text size="sm">{sandbox.bannerHelp}</Text>
      </div>
      <Button
        size="xs"
        variant="default"
        flex="none"
        loading={leaving}
        onClick={() => {
          setLeaving(true);
          void leaveSandbox();
        }}
      >
        {sandbox.leave}
      </Button>
    </section>
  );
}
