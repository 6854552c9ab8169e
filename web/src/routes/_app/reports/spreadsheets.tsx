import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { SheetList } from "@/features/exports/sheets/SheetList";
import { sheetSearch } from "@/features/exports/sheets/search";
import { shell } from "@/text/core/shell";
import { sheets } from "@/text/exports/sheets";
import { AnchorLink } from "@/ui/base/links";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/reports/spreadsheets")({
  staticData: { title: shell.spreadsheets },
  validateSearch: sheetSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/reports/sheet_list"));
  },
  component: SpreadsheetsPage,
});

function SpreadsheetsPage() {
  const { time_zone: zone } = useUser();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data } = useQuery(query("/reports/sheet_list"));
  const go = (next: typeof search) => void navigate({ search: next });
  return (
    <Page wide>
      <PageHeader
        title={shell.spreadsheets}
        help={
          <>
            {sheets.help}{" "}
            <AnchorLink
              underline="always"
              to="/tools/apis/$"
              params={{ _splat: "guides/spreadsheets" }}
            >
              {sheets.howTo}
            </AnchorLink>
          </>
        }
        note={sheets.times(zone)}
        action={
          data && data.total > 0 ? (
            <Button onClick={() => go({ add: true })}>{sheets.make}</Button>
          ) : undefined
        }
      />
      <SheetList search={search} onSearch={go} />
    </Page>
  );
}
