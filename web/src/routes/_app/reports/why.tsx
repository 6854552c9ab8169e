import { Paper } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { OrderTabs } from "@/features/orders/OrderTabs";
import { asksOwn, type WhySearch, whyInput, whySearch } from "@/features/reports/why/searchParams";
import { WhyMissing } from "@/features/reports/why/WhyMissing";
import { WhyOwn } from "@/features/reports/why/WhyOwn";
import { why as words } from "@/text/reports/why";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/reports/why")({
  staticData: { title: words.pageTitle },
  // What reads the address loads with the page, and not with the login.
  validateSearch: (search: Record<string, unknown>): WhySearch => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const search = whySearch({ ...deps });
    if (asksOwn(search)) void queryClient.prefetchQuery(query("/reports/why", whyInput(search)));
  },
  component: WhyPage,
});

function WhyPage() {
  const search = whySearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const own = asksOwn(search);
  return (
    <Page>
      <PageHeader
        title={own ? words.title : words.ask}
        help={words.help}
        note={own ? undefined : words.otherNumbers}
      />
      <OrderTabs current={own ? undefined : "/reports/why"} />
      {own ? (
        <WhyOwn search={search} onSearch={(next) => void navigate({ search: next })} />
      ) : (
        <Paper p="lg">
          <WhyMissing start={search} />
        </Paper>
      )}
    </Page>
  );
}
