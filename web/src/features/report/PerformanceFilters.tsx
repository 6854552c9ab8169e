import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

import { report } from "@/text/report";
import { type Chip, FilterBar } from "@/ui/FilterBar";
import { ChoiceEditor } from "@/ui/FilterEditors";
import { useScopeChips } from "./scopeChips";
import { BASES, COMPARES, groupsOf, type PerformanceSearch } from "./search";

const GroupPick = lazy(() =>
  import("./GroupPick").then(({ GroupPick }) => ({ default: GroupPick })),
);

interface PerformanceFiltersProps {
  search: PerformanceSearch;
  zone: string;
  onChange: (change: PerformanceSearch) => void;
}

/** The report's question as a sentence of chips: when, beside what, by what, of what. */
export function PerformanceFilters({ search, zone, onChange }: PerformanceFiltersProps) {
  const [days, ...scope] = useScopeChips({ search, zone, onChange });
  const { compare, date_basis } = search;
  const groups = groupsOf(search);
  const compared: Chip = {
    key: "compare",
    name: report.compare,
    value: compare ? report.compares[compare] : null,
    edit: (close) => (
      <ChoiceEditor
        label={report.compare}
        options={COMPARES.map((value) => ({ value, label: report.compares[value] }))}
        value={compare ?? null}
        onPick={(picked) => {
          onChange({ compare: picked });
          close();
        }}
      />
    ),
    onClear: () => onChange({ compare: undefined }),
  };
  const grouped: Chip = {
    key: "group_by",
    name: report.groupBy,
    value: groups.map((group) => report.groups[group].toLowerCase()).join(", "),
    edit: () => (
      <Suspense fallback={<Skeleton w={200} h={116} />}>
        <GroupPick groups={groups} onPick={(group_by) => onChange({ group_by, sort: undefined })} />
      </Suspense>
    ),
  };
  const basis: Chip = {
    key: "date_basis",
    name: report.basis,
    value: date_basis ? report.bases[date_basis] : null,
    edit: (close) => (
      <ChoiceEditor
        label={report.basis}
        options={BASES.map((value) => ({ value, label: report.bases[value] }))}
        value={date_basis ?? "order"}
        onPick={(picked) => {
          onChange({ date_basis: picked === "order" ? undefined : picked });
          close();
        }}
      />
    ),
    onClear: () => onChange({ date_basis: undefined }),
  };
  return (
    <FilterBar chips={[days, grouped, compared, ...scope.slice(0, 3), basis, ...scope.slice(3)]} />
  );
}
