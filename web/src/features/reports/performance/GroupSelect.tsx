import { Select, Stack } from "@mantine/core";

import type { GroupBy } from "@/api/gen/types.gen";
import { GROUPS } from "@/features/reports/searchParams";
import { report } from "@/text/reports/report";

interface GroupSelectProps {
  groups: GroupBy[];
  onPick: (groups: GroupBy[]) => void;
}

/** One grouping, or one within another. */
export function GroupSelect({ groups: [first = "date", second], onPick }: GroupSelectProps) {
  const options = GROUPS.map((value) => ({ value, label: report.groups[value] }));
  const inside = { comboboxProps: { withinPortal: false }, size: "xs" } as const;
  return (
    <Stack gap="xs" w={200}>
      <Select
        {...inside}
        label={report.groupBy}
        data={options}
        value={first}
        onChange={(value) => {
          const picked = value as GroupBy;
          onPick(second && second !== picked ? [picked, second] : [picked]);
        }}
      />
      <Select
        allowDeselect
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
