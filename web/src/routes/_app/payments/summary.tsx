import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ExportButton } from "@/features/download/ExportButton";
import { BalanceCards } from "@/features/payment/BalanceCards";
import { FailedPayments } from "@/features/payment/FailedPayments";
import { PaymentList } from "@/features/payment/PaymentList";
import { RequestButton } from "@/features/payment/RequestButton";
import { StatementButton } from "@/features/payment/StatementButton";
import { summaryInput, summarySearch } from "@/features/payment/search";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { payment } from "@/text/publisher/payment";
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
  const user = useUser();
  const mayEdit = hasPermission(user, "payment.edit");
  return (
    <Page wide>
      <PageHeader
        title={payment.summaryTitle}
        help={payment.summaryHelp}
        note={table.times(user.time_zone)}
        action={
          <Group gap="sm">
            <StatementButton />
            <ExportButton report="payments" filter={summaryInput(search).filter} />
            {mayEdit && <RequestButton />}
          </Group>
        }
      />
      <FailedPayments />
      <BalanceCards mayEdit={mayEdit} />
      <PaymentList search={search} onSearch={(next) => void navigate({ search: next })} />
    </Page>
  );
}
