import { Select, Stack } from "@mantine/core";

import type { GroupBy } from "@/api/gen/types.gen";
import { report } from "@/text/report";
import { type Chip, FilterBar } from "@/ui/FilterBar";
import { ChoiceEditor } from "@/ui/FilterEditors";
import { useScopeChips } from "./scopeChips";
import { BASES, COMPARES, GROUPS, groupsOf, type PerformanceSearch } from "./search";

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
      <GroupEditor groups={groups} onPick={(group_by) => onChange({ group_by, sort: undefined })} />
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

interface GroupEditorProps {
  groups: GroupBy[];
  onPick: (groups: GroupBy[]) => void;
}

/** One grouping, or one within another. */
function GroupEditor({ groups: [first = "date", second], onPick }: GroupEditorProps) {
  const options = GROUPS.map((value) => ({ value, label: report.groups[value] }));
  const inside = { comboboxProps: { withinPortal: false }, size: "xs" } as const;
  return (
    <Stack gap="xs" w={200}>
      <Select
        {...inside}
        label={report.groupBy}
        data={options}
        value={first}
        allowDeselect={false}
        onChange={(value) => {
          const picked = value as GroupBy;
          onPick(second && second !== picked ? [picked, second] : [picked]);
        }}
      />
      <Select
        {...inside}
        label={report.thenBy}
        placeholder={report.noSecond}
        clearable
        data={options.filter(({ value }) => value !== first)}
        value={second ?? null}
        onChange={(value) => onPick(value ? [first, value as GroupBy] : [first])}
      />
    </Stack>
  );
}
