import { Button, Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import type { FilledCase } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission, isNarrowed } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { CaseDrafts } from "@/features/orders/cases/CaseDrafts";
import { CaseDrawer } from "@/features/orders/cases/CaseDrawer";
import { CaseList } from "@/features/orders/cases/CaseList";
import { CaseModal } from "@/features/orders/cases/CaseModal";
import { type CaseSearch, caseSearch, casesInput } from "@/features/orders/cases/searchParams";
import { OrderTabs } from "@/features/orders/OrderTabs";
import { WhyMissing } from "@/features/reports/why/WhyMissing";
import { shell } from "@/text/core/shell";
import { cases } from "@/text/orders/case";
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

const NO_FORM: CaseSearch = {
  add: undefined,
  about: undefined,
  mcid: undefined,
  click_ref: undefined,
  order_id: undefined,
  order_time: undefined,
  day: undefined,
  currency: undefined,
  periods: undefined,
  amount: undefined,
  note: undefined,
  item_id: undefined,
  topic: undefined,
  payment_id: undefined,
  draft: undefined,
  asked: undefined,
};

/**
 * The initial values of the form of a missing order, with or without an answer of Why; a chosen
 * click is kept.
 */
function filledSearch(filled: FilledCase | undefined, chosen: string | undefined): CaseSearch {
  if (!filled) return { asked: true };
  const { mcid, order_id, order_time, amount, click_ref, note } = filled;
  return {
    mcid: mcid ?? undefined,
    order_id: order_id ?? undefined,
    order_time: order_time ?? undefined,
    amount: amount ?? undefined,
    click_ref: chosen ?? click_ref ?? undefined,
    note,
    asked: true,
  };
}

function CasesPage() {
  const search = caseSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const user = useUser();
  const zone = user.time_zone;
  const mayEdit = hasPermission(user, "case.edit");
  const drop = useCall("/reports/case_draft_del", { refresh: ["/reports/case_draft_list"] });
  const go = (next: CaseSearch) => void navigate({ search: next });
  return (
    <Page wide>
      <PageHeader
        title={shell.cases}
        help={cases.help}
        note={cases.pageNote(zone)}
        action={
          mayEdit && (
            <Group gap="sm">
              <Button variant="default" onClick={() => go({ ...search, add: "file" })}>
                {cases.fromFile}
              </Button>
              {!isNarrowed(user) && (
                <Button variant="default" onClick={() => go({ ...search, add: "question" })}>
                  {cases.askNetwork}
                </Button>
              )}
              <Button onClick={() => go({ ...search, add: "missing" })}>{cases.report}</Button>
            </Group>
          )
        }
      />
      <OrderTabs current="/reports/cases" />
      {mayEdit && <CaseDrafts onComplete={(filled) => go({ ...search, ...NO_FORM, ...filled })} />}
      <CaseList search={search} zone={zone} onSearch={go} />
      <CaseDrawer
        shown={search.case}
        zone={zone}
        onClose={() => go({ ...search, case: undefined })}
      />
      {mayEdit && (
        <CaseModal
          search={search}
          firstStep={
            <WhyMissing
              start={{ mcid: search.mcid }}
              onCase={(filled) => go({ ...search, ...filledSearch(filled, search.click_ref) })}
              onCancel={() => go({ ...search, ...NO_FORM })}
            />
          }
          onClose={() => go({ ...search, ...NO_FORM })}
          onOpened={(opened) => {
            if (search.draft) drop.mutate({ attributes: { id: search.draft } });
            go({ ...search, ...NO_FORM, case: opened });
          }}
        />
      )}
    </Page>
  );
}
