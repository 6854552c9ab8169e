import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { ExportButton } from "@/features/download/ExportButton";
import {
  type DetailsSearch,
  detailsInput,
  detailsSearch,
  settlementsInput,
} from "@/features/payment/search";
import { PaymentParts, SettlementList } from "@/features/payment/settlements/SettlementList";
import { SettlementOrders } from "@/features/payment/settlements/SettlementOrders";
import { shell } from "@/text/core/shell";
import { payment } from "@/text/publisher/payment";
import { ButtonLink } from "@/ui/base/links";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/payments/details")({
  staticData: { title: shell.paymentDetails },
  validateSearch: detailsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void (deps.payment_id
      ? queryClient.prefetchQuery(query("/payments/details", detailsInput(deps)))
      : queryClient.prefetchQuery(query("/payments/settlements", settlementsInput(deps))));
  },
  component: DetailsPage,
});

function DetailsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const go = (next: DetailsSearch) => void navigate({ search: next });
  const { settlement_id } = search;
  const List = search.payment_id ? PaymentParts : SettlementList;
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
        <SettlementOrders search={{ ...search, settlement_id }} onSearch={go} />
      ) : (
        <List search={search} onSearch={go} />
      )}
    </Page>
  );
}
