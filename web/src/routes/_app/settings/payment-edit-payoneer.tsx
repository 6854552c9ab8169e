import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { EditPage } from "@/features/payments/methods/MethodPage";
import { shell } from "@/text/core/shell";
import { parseId } from "@/ui/base/searchParams";

export const Route = createFileRoute("/_app/settings/payment-edit-payoneer")({
  staticData: { title: shell.editPayment.payoneer },
  validateSearch: (search): { id?: number } => ({ id: parseId(search.id) }),
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(query("/payments/methods")),
  component: () => <EditPage kind="payoneer" id={Route.useSearch().id} />,
});
