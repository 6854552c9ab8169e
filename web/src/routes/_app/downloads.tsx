import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { DownloadList } from "@/features/exports/DownloadList";
import { shell } from "@/text/core/shell";
import { download } from "@/text/exports/download";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { type Paging, parsePaging } from "@/ui/table/paging";

const paging = (search: Partial<Paging>) => parsePaging({ ...search }, 5);

export const Route = createFileRoute("/_app/downloads")({
  staticData: { title: shell.downloads },
  validateSearch: ({ curPage, perPage }: Record<string, unknown>): Partial<Paging> => {
    const page = parsePaging({ curPage, perPage }, 5);
    return {
      curPage: curPage === undefined ? undefined : page.curPage,
      perPage: perPage === undefined ? undefined : page.perPage,
    };
  },
  loaderDeps: ({ search }) => paging(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/common/download_list", { page: deps }));
  },
  component: DownloadsPage,
});

function DownloadsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page>
      <PageHeader title={shell.downloads} help={download.help} />
      <DownloadList paging={paging(search)} onPage={(page) => void navigate({ search: page })} />
    </Page>
  );
}
