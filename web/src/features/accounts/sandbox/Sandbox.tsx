import { Stack } from "@mantine/core";
import { useCall } from "@/api/query";
import { useSession } from "@/api/session";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { sandbox as words } from "@/text/accounts/sandbox";
import { shell } from "@/text/core/shell";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Lives } from "./Lives";
import { Mails } from "./Mails";
import { NewOrder } from "./NewOrder";
import { Scripts } from "./Scripts";

/** The sandbox's own page: test orders on their way, and what they caused. */
export function Sandbox({ onOrder }: { onOrder: (oid: number) => void }) {
  const user = useUser();
  if (!user.sandbox) return <Outside />;
  return (
    <>
      <PageHeader
        title={shell.sandbox}
        help={words.help}
        action={hasPermission(user, "token.edit") && <Reset />}
      />
      <Stack gap="md">
        <NewOrder />
        <Lives onOrder={onOrder} />
        <Mails />
        <Scripts />
      </Stack>
    </>
  );
}

function Outside() {
  const enter = useCall("/sandbox/switch", {
    onSuccess: ({ token }) => token && useSession.getState().enterSandbox(token),
  });
  return (
    <>
      <PageHeader title={shell.sandbox} />
      <EmptyState
        title={words.outside}
        help={words.outsideHelp}
        button={{
          label: words.enter,
          onClick: () => enter.mutate({ attributes: { sandbox: true } }),
        }}
      />
    </>
  );
}

function Reset() {
  const reset = useCall("/sandbox/reset", {
    onSuccess: ({ token }) => token && useSession.getState().enterSandbox(token),
  });
  return (
    <ConfirmButton
      size="xs"
      loading={reset.isPending}
      title={words.resetTitle}
      question={words.resetQuestion}
      confirm={words.resetConfirm}
      onConfirm={() => reset.mutate({})}
    >
      {words.reset}
    </ConfirmButton>
  );
}
