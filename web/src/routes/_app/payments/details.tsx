import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { PaymentParts, SettlementList } from "@/features/payout/SettlementList";
import { detailsInput, detailsSearch, settlementsInput } from "@/features/payout/search";
import { shell } from "@/text/core/shell";
import { payout } from "@/text/publisher/payout";
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
  const List = search.payment_id ? PaymentParts : SettlementList;
  return (
    <Page wide>
      <PageHeader
        title={payout.detailsTitle}
        help={payout.detailsHelp}
        action={
          search.payment_id && (
            <ButtonLink variant="default" to="/payments/details" search={{}}>
              {payout.all}
            </ButtonLink>
          )
        }
      />
      <List search={search} onSearch={(next) => void navigate({ search: next })} />
    </Page>
  );
}
