import { Button } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { CaseDrawer } from "@/features/case/CaseDrawer";
import { CaseList } from "@/features/case/CaseList";
import { CaseModal } from "@/features/case/CaseModal";
import { type CaseSearch, caseSearch, casesInput } from "@/features/case/search";
import { shell } from "@/text/core/shell";
import { cases } from "@/text/reports/case";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/reports/cases")({
  staticData: { title: shell.cases },
  // What reads the address loads with the page, and not with the login.
  validateSearch: (search: Record<string, unknown>): CaseSearch => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(
      query("/reports/case_list", casesInput(caseSearch({ ...deps }))),
    );
  },
  component: CasesPage,
});

const NO_FORM = { add: undefined, about: undefined, mcid: undefined, click_ref: undefined };

function CasesPage() {
  const search = caseSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { time_zone: zone } = useUser();
  const go = (next: CaseSearch) => void navigate({ search: next });
  return (
    <Page wide>
      <PageHeader
        title={shell.cases}
        help={cases.help}
        note={cases.pageNote(zone)}
        action={<Button onClick={() => go({ ...search, add: "missing" })}>{cases.report}</Button>}
      />
      <CaseList search={search} zone={zone} onSearch={go} />
      <CaseDrawer
        shown={search.case}
        zone={zone}
        onClose={() => go({ ...search, case: undefined })}
      />
      <CaseModal
        search={search}
        onClose={() => go({ ...search, ...NO_FORM })}
        onOpened={(opened) => go({ ...search, ...NO_FORM, case: opened })}
      />
    </Page>
  );
}
