import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { may } from "@/api/roles";
import { useUser } from "@/api/user";
import { AddMethod } from "@/features/payment/AddMethod";
import { MethodList } from "@/features/payment/MethodList";
import { payment } from "@/text/payment";
import { shell } from "@/text/shell";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

export const Route = createFileRoute("/_app/settings/payment")({
  staticData: { title: shell.payment },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(query("/payments/methods")),
  component: PaymentSettings,
});

function PaymentSettings() {
  const user = useUser();
  return (
    <Page>
      <PageHeader title={shell.payment} help={payment.help} />
      <MethodList />
      {may(user, "payment.edit") && <AddMethod />}
    </Page>
  );
}
