import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { loadNames } from "@/api/arrival";
import { query } from "@/api/query";
import { seesMoney } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ExportButton } from "@/features/exports/ExportButton";
import { OrderDrawer } from "@/features/orders/OrderDrawer";
import { OrderTable } from "@/features/orders/OrderTable";
import { OrderTabs } from "@/features/orders/OrderTabs";
import { namesIn } from "@/features/reports/namesIn";
import { SiteSwitch } from "@/features/reports/SiteSwitch";
import {
  type TransactionSearch,
  transactionSearch,
  transactionsInput,
} from "@/features/reports/searchParams";
import { TransactionFilters } from "@/features/reports/TransactionFilters";
import { ViewsButton } from "@/features/reports/views/ViewsButton";
import { shell } from "@/text/core/shell";
import { order } from "@/text/orders/order";
import { useAddress } from "@/ui/base/useAddress";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/reports/transactions")({
  staticData: { title: shell.transactions },
  validateSearch: transactionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, cause, deps }) => {
    void queryClient.prefetchQuery(channelsQuery);
    void queryClient.prefetchQuery(
      query("/reports/transactions", transactionsInput(deps, user.time_zone)),
    );
    if (deps.oid) {
      const { oid } = deps;
      void queryClient.prefetchQuery(query("/reports/transaction", { attributes: { oid } }));
    }
    return loadNames(queryClient, cause, namesIn(deps, user));
  },
  component: TransactionsPage,
});

function TransactionsPage() {
  const { search, onSearch } = useAddress(Route);
  const user = useUser();
  const { time_zone: zone, currency } = user;
  const ask = transactionsInput(search, zone);
  const narrow = (change: TransactionSearch) =>
    onSearch({ ...search, ...change, cursor: undefined });
  return (
    <Page wide>
      <PageHeader
        title={shell.transactions}
        help={order.help}
        note={order.pageNote(zone, seesMoney(user) ? currency : undefined)}
        action={
          <Group gap="sm">
            <SiteSwitch search={search} onChange={narrow} />
            <ViewsButton
              report="transactions"
              filter={ask.filter}
              untouched={Object.values(search).every((value) => value === undefined)}
              onOpen={(view) => onSearch(transactionSearch(view))}
            />
            <ExportButton report="transactions" filter={ask.filter} />
          </Group>
        }
      />
      <OrderTabs current="/reports/transactions" />
      <TransactionFilters search={search} zone={zone} onChange={narrow} />
      <OrderTable search={search} ask={ask} zone={zone} onSearch={onSearch} />
      <OrderDrawer
        oid={search.oid}
        zone={zone}
        onClose={() => onSearch({ ...search, oid: undefined })}
      />
    </Page>
  );
}
