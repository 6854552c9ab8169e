import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { EditPage } from "@/features/payment/MethodPage";
import { payment } from "@/text/payment";
import { id } from "@/ui/search";

export const Route = createFileRoute("/_app/settings/payment-edit-airwallex")({
  staticData: { title: payment.editOf.airwallex },
  validateSearch: (search): { id?: number } => ({ id: id(search.id) }),
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(query("/payments/methods")),
  component: Edit,
});

function Edit() {
  return <EditPage kind="airwallex" id={Route.useSearch().id} />;
}
