import { ActionIcon, Button, Group, Text, UnstyledButton } from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";

import { table } from "@/text/core/table";

import { LazyPopover } from "@/ui/overlay/LazyPopover";
import classes from "./FilterBar.module.css";
import { ChoiceEditor } from "./FilterEditors";

export interface Chip {
  key: string;
  /** `Status` */
  name: string;
  /** `Approved`; null while it is not set; then it is behind the Add filter button. */
  value: string | null;
  /** The control that changes it; `close` when chosen. */
  edit: (close: () => void) => ReactNode;
  /** Absent if the filter is always set, such as a report's period. */
  onClear?: () => void;
  /** What is to be said about its value, below all chips. */
  note?: string;
}

/** Filters as chips that read as a sentence; the URL holds them. */
export function FilterBar({ chips, children }: { chips: Chip[]; children?: ReactNode }) {
  const [editing, setEditing] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const waiting = chips.filter(({ key, value }) => value === null && key !== editing);
  return (
    <Group gap="xs" role="group" aria-label={table.filters} className={classes.bar}>
      {children}
      {chips
        .filter(({ key, value }) => value !== null || key === editing)
        .map((chip) => (
          <FilterChip
            key={chip.key}
            chip={chip}
            opened={editing === chip.key}
            onOpenedChange={(opened) => setEditing(opened ? chip.key : null)}
          />
        ))}
      {waiting.length > 0 && (
        <LazyPopover
          opened={adding}
          onOpenedChange={setAdding}
          p={4}
          button={(buttonProps) => (
            <Button
              {...buttonProps}
              size="xs"
              variant="default"
              leftSection={<IconFilter size={14} stroke={1.5} />}
            >
              {table.addFilter}
            </Button>
          )}
        >
          <ChoiceEditor
            label={table.addFilter}
            options={waiting.map(({ key, name }) => ({ value: key, label: name }))}
            value={null}
            onPick={(key) => {
              setAdding(false);
              setEditing(key);
            }}
          />
        </LazyPopover>
      )}
      {chips.map(
        ({ key, note }) =>
          note && (
            <Text key={key} w="100%" size="sm" role="status">
              {note}
            </Text>
          ),
      )}
    </Group>
  );
}

interface FilterChipProps {
  chip: Chip;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
}

function FilterChip({ chip, opened, onOpenedChange }: FilterChipProps) {
  const { name, value, edit, onClear } = chip;
  return (
    <div className={classes.chip}>
      <LazyPopover
        opened={opened}
        onOpenedChange={onOpenedChange}
        button={(buttonProps) => (
          <UnstyledButton
            {...buttonProps}
            className={classes.value}
            aria-label={value === null ? table.edit(name) : undefined}
          >
            <span className={classes.name}>{name}</span>
            {value}
          </UnstyledButton>
        )}
      >
        {edit(() => onOpenedChange(false))}
      </LazyPopover>
      {onClear && value !== null && (
        <ActionIcon
          variant="transparent"
          color="gray"
          size={24}
          aria-label={table.remove(name)}
          onClick={onClear}
        >
          <IconX size={12} />
        </ActionIcon>
      )}
    </div>
  );
}
