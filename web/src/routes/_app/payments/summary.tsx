import { Group, Skeleton } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { useArrival } from "@/api/arrival";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { OF_PAYMENTS, WaitingChanges } from "@/features/accounts/guarded/WaitingChanges";
import { ExportButton } from "@/features/exports/ExportButton";
import { Balance } from "@/features/payments/Balance";
import { FailedPayments } from "@/features/payments/FailedPayments";
import { failedInput, onTheWayInput, summaryInput } from "@/features/payments/inputs";
import { PaymentList } from "@/features/payments/PaymentList";
import { RequestButton } from "@/features/payments/RequestButton";
import { StatementButton } from "@/features/payments/StatementButton";
import { summarySearch } from "@/features/payments/searchParams";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { payment } from "@/text/payments/payment";
import { useAddress } from "@/ui/base/useAddress";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/payments/summary")({
  staticData: { title: shell.paymentSummary },
  validateSearch: summarySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/user/changes"));
    void queryClient.prefetchQuery(query("/payments/balance"));
    void queryClient.prefetchQuery(query("/payments/months"));
    void queryClient.prefetchQuery(query("/payments/summary", failedInput()));
    void queryClient.prefetchQuery(query("/payments/summary", onTheWayInput()));
    void queryClient.prefetchQuery(query("/payments/summary", summaryInput(deps)));
  },
  component: SummaryPage,
});

function SummaryPage() {
  const { search, onSearch } = useAddress(Route);
  const user = useUser();
  // The content above the list decides where it begins.
  const arrived = useArrival(
    query("/user/changes"),
    query("/payments/balance"),
    query("/payments/summary", failedInput()),
    query("/payments/summary", onTheWayInput()),
  );
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
            {mayEdit && arrived && <RequestButton />}
          </Group>
        }
      />
      {arrived ? (
        <>
          <WaitingChanges kinds={OF_PAYMENTS} />
          <FailedPayments />
          <Balance mayEdit={mayEdit} />
          <PaymentList search={search} onSearch={onSearch} />
        </>
      ) : (
        <Skeleton h={960} radius="lg" />
      )}
    </Page>
  );
}
