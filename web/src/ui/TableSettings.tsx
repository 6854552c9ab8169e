import { ActionIcon, Checkbox, Popover, SegmentedControl, Stack } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";

import { table } from "@/text/table";

import type { Density } from "./DataTable";

interface TableSettingsProps {
  columns: Array<{ key: string; title: string }>;
  hidden: string[];
  onHidden: (hidden: string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
}

/** Which columns a table shows, and how high its rows are. */
export function TableSettings({
  columns,
  hidden,
  onHidden,
  density,
  onDensity,
}: TableSettingsProps) {
  return (
    <Popover position="top-start" width={220} trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={table.view}>
          <IconAdjustments size={16} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
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
            <Checkbox.Group
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
            </Checkbox.Group>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
