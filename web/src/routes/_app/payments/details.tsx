import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { ExportButton } from "@/features/exports/ExportButton";
import {
  detailsInput,
  ordersInput,
  paymentInput,
  settlementsInput,
} from "@/features/payments/inputs";
import { detailsSearch } from "@/features/payments/searchParams";
import { PaymentParts, SettlementList } from "@/features/payments/settlements/SettlementList";
import { SettlementOrders } from "@/features/payments/settlements/SettlementOrders";
import { shell } from "@/text/core/shell";
import { payment } from "@/text/payments/payment";
import { ButtonLink } from "@/ui/base/links";
import { useAddress } from "@/ui/base/useAddress";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/payments/details")({
  staticData: { title: shell.paymentDetails },
  validateSearch: detailsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const { payment_id, settlement_id } = deps;
    if (settlement_id) {
      const ask = ordersInput({ ...deps, settlement_id });
      void queryClient.prefetchQuery(query("/payments/settlement_orders", ask));
    } else if (payment_id) {
      void queryClient.prefetchQuery(query("/payments/details", detailsInput(deps)));
      void queryClient.prefetchQuery(query("/payments/summary", paymentInput(payment_id)));
    } else {
      void queryClient.prefetchQuery(query("/payments/settlements", settlementsInput(deps)));
    }
  },
  component: DetailsPage,
});

function DetailsPage() {
  const { search, onSearch } = useAddress(Route);
  const { settlement_id, payment_id } = search;
  return (
    <Page wide>
      <PageHeader
        title={payment.detailsTitle}
        help={payment.detailsHelp}
        action={
          <Group gap="sm">
            {!settlement_id && (
              <ExportButton
                report="settlements"
                filter={
                  search.payment_id
                    ? { payment_id: search.payment_id }
                    : settlementsInput(search).filter
                }
              />
            )}
            {(search.payment_id || settlement_id) && (
              <ButtonLink variant="default" to="/payments/details" search={{}}>
                {payment.all}
              </ButtonLink>
            )}
          </Group>
        }
      />
      {settlement_id ? (
        <SettlementOrders search={{ ...search, settlement_id }} onSearch={onSearch} />
      ) : payment_id ? (
        <PaymentParts search={{ ...search, payment_id }} onSearch={onSearch} />
      ) : (
        <SettlementList search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}
