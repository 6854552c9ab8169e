import { Divider, SegmentedControl, Skeleton, Stack } from "@mantine/core";
import { lazy, Suspense } from "react";
import { BASES, COMPARES, groupsOf, type PerformanceSearch } from "@/features/report/search";
import { useScopeChips } from "@/features/report/useScopeChips";
import { report } from "@/text/publisher/report";
import { choiceChip } from "@/ui/filter/chips";
import { type Chip, FilterBar } from "@/ui/filter/FilterBar";

const GroupSelect = lazy(() =>
  import("./GroupSelect").then(({ GroupSelect }) => ({ default: GroupSelect })),
);

interface PerformanceFiltersProps {
  search: PerformanceSearch;
  zone: string;
  onChange: (change: PerformanceSearch) => void;
}

const NOTHING = "nothing";

/** The report's filters as chips: period, grouping, comparison, scope. */
export function PerformanceFilters({ search, zone, onChange }: PerformanceFiltersProps) {
  const [days, ...scope] = useScopeChips({ search, zone, onChange });
  const { compare, date_basis } = search;
  const groups = groupsOf(search);
  const compared = choiceChip({
    key: "compare",
    name: report.compare,
    words: report.compares,
    of: COMPARES,
    value: compare,
    onChange: (value) => onChange({ compare: value }),
  });
  const period: Chip = {
    ...days,
    edit: (close) => (
      <Stack gap="sm">
        {days.edit(close)}
        <Divider label={report.compare} labelPosition="left" />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={report.compare}
          value={compare ?? NOTHING}
          data={([NOTHING, ...COMPARES] as const).map((value) => ({
            value,
            label: report.comparedShort[value],
          }))}
          onChange={(picked) => {
            onChange({ compare: COMPARES.find((each) => each === picked) });
            close();
          }}
        />
      </Stack>
    ),
  };
  const grouped: Chip = {
    key: "group_by",
    name: report.groupBy,
    value: groups.map((group) => report.groups[group].toLowerCase()).join(", "),
    edit: () => (
      <Suspense fallback={<Skeleton w={200} h={116} />}>
        <GroupSelect
          groups={groups}
          onPick={(group_by) => onChange({ group_by, sort: undefined })}
        />
      </Suspense>
    ),
  };
  const basis = choiceChip({
    key: "date_basis",
    name: report.basis,
    words: report.bases,
    of: BASES,
    value: date_basis,
    usual: "order",
    onChange: (value) => onChange({ date_basis: value }),
  });
  return (
    <FilterBar
      chips={[period, grouped, compared, ...scope.slice(0, 3), basis, ...scope.slice(3)]}
    />
  );
}
