import { createFileRoute } from "@tanstack/react-router";
import { type Read, useArrival } from "@/api/arrival";
import { query } from "@/api/query";
import { hasPermission, type User } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { OF_PAYMENTS, WaitingChanges } from "@/features/accounts/guarded/WaitingChanges";
import { AddMethod } from "@/features/payments/methods/AddMethod";
import { MethodList } from "@/features/payments/methods/MethodList";
import { ProposalList } from "@/features/payments/methods/ProposalList";
import { shell } from "@/text/core/shell";
import { paymentMethod } from "@/text/payments/paymentMethod";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/settings/payment")({
  staticData: { title: shell.payment },
  loader: ({ context: { queryClient, user } }) => {
    for (const read of readsOf(user)) void queryClient.prefetchQuery(read);
  },
  component: PaymentSettings,
});

/** What the page shows at once, for a user. */
const readsOf = (user: User): Read[] => [
  query("/payments/methods"),
  query("/user/changes"),
  ...(hasPermission(user, "payee.propose") ? [query("/payments/proposals")] : []),
];

function PaymentSettings() {
  const user = useUser();
  const arrived = useArrival(...readsOf(user));
  return (
    <Page>
      <PageHeader title={shell.payment} help={paymentMethod.help} />
      {arrived && <WaitingChanges kinds={OF_PAYMENTS} />}
      {arrived && <ProposalList />}
      <MethodList />
      {arrived && hasPermission(user, "payee.propose") && <AddMethod />}
    </Page>
  );
}
