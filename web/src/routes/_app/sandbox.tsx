import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { Sandbox } from "@/features/accounts/sandbox/Sandbox";
import { OrderDrawer } from "@/features/orders/OrderDrawer";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/sandbox")({
  staticData: { title: shell.sandbox },
  validateSearch: ({ oid }: Record<string, unknown>): { oid?: number } => ({
    oid: Number.isSafeInteger(oid) ? (oid as number) : undefined,
  }),
  loader: ({ context: { queryClient, user } }) => {
    if (user.sandbox) void queryClient.prefetchQuery(query("/sandbox/lives"));
  },
  component: SandboxPage,
});

function SandboxPage() {
  const { oid } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { time_zone: zone } = useUser();
  return (
    <Page>
      <Sandbox onOrder={(order) => void navigate({ search: { oid: order } })} />
      <OrderDrawer oid={oid} zone={zone} onClose={() => void navigate({ search: {} })} />
    </Page>
  );
}
