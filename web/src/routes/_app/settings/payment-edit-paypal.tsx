import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { EditPage } from "@/features/payments/methods/MethodPage";
import { shell } from "@/text/core/shell";
import { parseId } from "@/ui/base/searchParams";

export const Route = createFileRoute("/_app/settings/payment-edit-paypal")({
  staticData: { title: shell.editPayment.paypal },
  validateSearch: (search): { id?: number } => ({ id: parseId(search.id) }),
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(query("/payments/methods")),
  component: () => <EditPage kind="paypal" id={Route.useSearch().id} />,
});
