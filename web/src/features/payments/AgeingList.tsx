import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { BrandAgeing } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ageing } from "@/text/payments/ageing";
import { formatMoney } from "@/ui/base/format";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { DateText, Money, NOTHING } from "@/ui/base/Numbers";
import { Stat } from "@/ui/chart/Stat";
import { StatGrid } from "@/ui/chart/StatGrid";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type Column, DataTable } from "@/ui/table/DataTable";

const AGES = ["in_term", "late", "very_late"] as const;

/** Unpaid commission of brands by how late it is, with a case about all late months of a brand. */
export function AgeingList() {
  const user = useUser();
  const answer = useQuery(query("/payments/ageing"));
  const currency = answer.data?.currency ?? user.currency;
  const sums = answer.data && [...AGES.map((age) => answer.data[age]), answer.data.waiting];
  const figures = sums ? sums.map((sum) => formatMoney(sum, currency)) : ["–", "–", "–", "–"];
  const longest = Math.max(...figures.map((figure) => figure.length));
  return (
    <Stack gap="lg">
      <StatGrid figures={figures}>
        {[...AGES, "waiting" as const].map((age, place) => (
          <Stat
            key={age}
            label={age === "waiting" ? ageing.waiting : ageing.ages[age]}
            figure={figures[place] ?? "–"}
            letters={longest}
          />
        ))}
      </StatGrid>
      <DataTable
        name="ageing"
        label={ageing.table}
        answer={answer}
        columns={ageingColumns(currency, hasPermission(user, "case.edit"))}
        id={({ mcid }) => mcid}
        empty={<EmptyState title={ageing.none} help={ageing.noneHelp} />}
      />
    </Stack>
  );
}

function ageingColumns(currency: string, mayOpen: boolean): Array<Column<BrandAgeing>> {
  const agedColumn = (age: (typeof AGES)[number]): Column<BrandAgeing> => ({
    key: age,
    title: ageing.ages[age],
    numeric: true,
    phone: "more",
    named: true,
    cell: ({ [age]: { periods, amount } }) =>
      periods.length > 0 ? <Money amount={amount} currency={currency} /> : NOTHING,
  });
  return [
    {
      key: "brand_name",
      title: ageing.brand,
      phone: "lead",
      cell: ({ brand_name, mcid }) => (
        <AnchorLink to="/payments/details" search={{ state: "waiting", mcid }} inherit>
          {brand_name}
        </AnchorLink>
      ),
    },
    {
      key: "total",
      title: ageing.total,
      numeric: true,
      phone: "figure",
      cell: ({ total }) => <Money amount={total} currency={currency} />,
    },
    ...AGES.map(agedColumn),
    { key: "due", title: ageing.due, named: true, cell: ({ due }) => <DateText value={due} /> },
    {
      key: "days_late",
      title: ageing.daysLate,
      numeric: true,
      cell: ({ days_late }) => days_late || NOTHING,
    },
    {
      key: "pay_on",
      title: ageing.payOn,
      cell: ({ pay_on }) => (pay_on ? <DateText value={pay_on} /> : NOTHING),
    },
    {
      key: "case",
      title: ageing.case,
      phone: "buttons",
      cell: (row) => <CaseLink row={row} mayOpen={mayOpen} />,
    },
  ];
}

/** The case that is open about a brand's months, or the form of one about all of its late months. */
function CaseLink({ row, mayOpen }: { row: BrandAgeing; mayOpen: boolean }) {
  const { case_id, mcid, late, very_late } = row;
  if (case_id !== null)
    return (
      <AnchorLink to="/reports/cases" search={{ case: case_id }} inherit>
        {ageing.caseOf(case_id)}
      </AnchorLink>
    );
  const periods = [...very_late.periods, ...late.periods];
  if (!mayOpen || periods.length === 0) return null;
  return (
    <ButtonLink
      size="compact-xs"
      variant="default"
      to="/reports/cases"
      search={{ add: "unpaid", mcid, periods }}
    >
      {ageing.open}
    </ButtonLink>
  );
}
