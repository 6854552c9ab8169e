import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { hasPermission } from "@/api/roles";
import { useUser } from "@/api/useUser";
import { BalanceCards } from "@/features/payout/BalanceCards";
import { PaymentList } from "@/features/payout/PaymentList";
import { RequestButton } from "@/features/payout/RequestButton";
import { summaryInput, summarySearch } from "@/features/payout/search";
import { shell } from "@/text/core/shell";
import { payout } from "@/text/publisher/payout";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/payments/summary")({
  staticData: { title: shell.paymentSummary },
  validateSearch: summarySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/payments/balance"));
    void queryClient.prefetchQuery(query("/payments/summary", summaryInput(deps)));
  },
  component: SummaryPage,
});

function SummaryPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayEdit = hasPermission(useUser(), "payment.edit");
  return (
    <Page wide>
      <PageHeader
        title={payout.summaryTitle}
        help={payout.summaryHelp}
        action={mayEdit && <RequestButton />}
      />
      <BalanceCards mayEdit={mayEdit} />
      <PaymentList search={search} onSearch={(next) => void navigate({ search: next })} />
    </Page>
  );
}
