import { Checkbox, CheckboxGroup, SegmentedControl, Stack } from "@mantine/core";

import { table } from "@/text/core/table";

import type { Density } from "@/ui/table/useTableSettings";

export interface TableSettingsFormProps {
  columns: Array<{ key: string; title: string }>;
  hidden: string[];
  onHidden: (hidden: string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
}

/** The choice of columns and of the rows' height. */
export function TableSettingsForm({
  columns,
  hidden,
  onHidden,
  density,
  onDensity,
}: TableSettingsFormProps) {
  return (
    <Stack gap="sm" p="xs">
      <SegmentedControl
        size="xs"
        aria-label={table.density}
        value={density}
        onChange={(value) => onDensity(value as Density)}
        data={[
          { value: "comfortable", label: table.comfortable },
          { value: "compact", label: table.compact },
        ]}
      />
      {columns.length > 0 && (
        <CheckboxGroup
          label={table.columns}
          value={columns.map(({ key }) => key).filter((key) => !hidden.includes(key))}
          onChange={(shown) =>
            onHidden(columns.map(({ key }) => key).filter((key) => !shown.includes(key)))
          }
        >
          <Stack gap="xs" pt="xs">
            {columns.map(({ key, title }) => (
              <Checkbox key={key} size="xs" value={key} label={title} />
            ))}
          </Stack>
        </CheckboxGroup>
      )}
    </Stack>
  );
}
