import { Menu } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useCall } from "@/api/query";
import { useSession } from "@/api/session";
import { leaveSandbox } from "@/features/core/shell/lazy/leaveSandbox";
import { sandbox } from "@/text/accounts/sandbox";

/** The item of the user menu that leads to the sandbox, or back from it. */
export function SandboxItem({ inside }: { inside: boolean }) {
  const enter = useCall("/sandbox/switch", {
    onSuccess: ({ token }) => token && useSession.getState().enterSandbox(token),
  });
  return (
    <Menu.Item
      leftSection={<IconFlask size={16} stroke={1.5} />}
      disabled={enter.isPending}
      closeMenuOnClick={false}
      onClick={() =>
        inside ? void leaveSandbox() : enter.mutate({ attributes: { sandbox: true } })
      }
    >
      {inside ? sandbox.leave : sandbox.enter}
    </Menu.Item>
  );
}
