import { createFileRoute } from "@tanstack/react-router";
import { useArrival } from "@/api/arrival";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { OF_PAYMENTS, WaitingChanges } from "@/features/accounts/guarded/WaitingChanges";
import { AddMethod } from "@/features/payments/methods/AddMethod";
import { MethodList } from "@/features/payments/methods/MethodList";
import { shell } from "@/text/core/shell";
import { paymentMethod } from "@/text/payments/paymentMethod";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/settings/payment")({
  staticData: { title: shell.payment },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/payments/methods"));
    void queryClient.prefetchQuery(query("/user/changes"));
  },
  component: PaymentSettings,
});

function PaymentSettings() {
  const user = useUser();
  const arrived = useArrival(query("/payments/methods"), query("/user/changes"));
  return (
    <Page>
      <PageHeader title={shell.payment} help={paymentMethod.help} />
      {arrived && <WaitingChanges kinds={OF_PAYMENTS} />}
      <MethodList />
      {arrived && hasPermission(user, "payee.edit") && <AddMethod />}
    </Page>
  );
}
