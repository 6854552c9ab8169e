import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { ExportButton } from "@/features/download/ExportButton";
import { OrderDrawer } from "@/features/order/OrderDrawer";
import { OrderTable } from "@/features/order/OrderTable";
import { SiteSwitch } from "@/features/report/SiteSwitch";
import {
  type TransactionSearch,
  transactionSearch,
  transactionsInput,
} from "@/features/report/search";
import { TransactionFilters } from "@/features/report/TransactionFilters";
import { ViewsButton } from "@/features/view/ViewsButton";
import { shell } from "@/text/core/shell";
import { order } from "@/text/publisher/order";
import { ButtonLink } from "@/ui/base/links";
import { lastDays } from "@/ui/base/period";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/reports/transactions")({
  staticData: { title: shell.transactions },
  validateSearch: transactionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, deps }) => {
    void queryClient.prefetchQuery(
      query("/reports/transactions", transactionsInput(deps, user.time_zone)),
    );
    if (deps.oid) {
      const { oid } = deps;
      void queryClient.prefetchQuery(query("/reports/transaction", { attributes: { oid } }));
    }
  },
  component: TransactionsPage,
});

function TransactionsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { time_zone: zone, currency } = useUser();
  const go = (next: TransactionSearch) => void navigate({ search: next });
  const { filter } = transactionsInput(search, zone);
  const { start_date, end_date, perPage, cursor: _, sort, oid, ...narrowed } = search;
  return (
    <Page wide>
      <PageHeader
        title={shell.transactions}
        help={order.help}
        note={order.pageNote(zone, currency)}
        action={
          <Group gap="sm">
            <ButtonLink variant="default" to="/reports/clicks">
              {order.seeClicks}
            </ButtonLink>
            <ButtonLink variant="default" to="/reports/cases">
              {order.seeCases}
            </ButtonLink>
            <SiteSwitch
              search={search}
              onChange={(change) => go({ ...search, ...change, cursor: undefined })}
            />
            <ViewsButton
              report="transactions"
              filter={filter}
              untouched={Object.values(search).every((value) => value === undefined)}
              onOpen={(view) => go(transactionSearch(view))}
            />
            <ExportButton report="transactions" filter={filter} />
          </Group>
        }
      />
      <TransactionFilters
        search={search}
        zone={zone}
        onChange={(change) => go({ ...search, ...change, cursor: undefined })}
      />
      <OrderTable
        ask={transactionsInput(search, zone)}
        zone={zone}
        filtered={Object.values(narrowed).some((value) => value !== undefined)}
        opened={oid}
        onOpen={(opened) => go({ ...search, oid: opened })}
        sort={sort ?? (search.date_basis === "update" ? "-updated_at" : "-order_time")}
        onSort={(picked) =>
          go({ ...search, sort: transactionSearch({ sort: picked }).sort, cursor: undefined })
        }
        onPage={(page) => go({ ...search, ...page, cursor: page.cursor })}
        onClear={() => go({ start_date, end_date, perPage, sort })}
        onLonger={() => go({ ...search, ...lastDays(90, zone), cursor: undefined })}
      />
      <OrderDrawer oid={oid} zone={zone} onClose={() => go({ ...search, oid: undefined })} />
    </Page>
  );
}
