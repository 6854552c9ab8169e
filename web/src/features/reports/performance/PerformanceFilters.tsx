import { Divider, SegmentedControl, Skeleton, Stack } from "@mantine/core";
import { BASES, COMPARES, groupsOf, type PerformanceSearch } from "@/features/reports/searchParams";
import { useScopeChips } from "@/features/reports/useScopeChips";
import { report } from "@/text/reports/report";
import { overlay } from "@/ui/base/overlay";
import { chipsOf } from "@/ui/filter/chips";
import { type Chip, FilterBar } from "@/ui/filter/FilterBar";
import { listChips } from "./ValueEditor";

const GroupSelect = overlay(
  () => import("./GroupSelect").then(({ GroupSelect }) => GroupSelect),
  <Skeleton w={200} h={116} />,
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
  const { compare } = search;
  const groups = groupsOf(search);
  const chip = chipsOf(search, onChange);
  const compared = chip.choice("compare", report.compare, report.compares, COMPARES);
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
      <GroupSelect groups={groups} onPick={(group_by) => onChange({ group_by, sort: undefined })} />
    ),
  };
  const basis = chip.choice("date_basis", report.basis, report.bases, BASES, "order");
  return (
    <FilterBar
      chips={[
        period,
        grouped,
        compared,
        ...scope.slice(0, 3),
        basis,
        ...listChips({ search, zone, onChange }),
        ...scope.slice(3),
      ]}
    />
  );
}
