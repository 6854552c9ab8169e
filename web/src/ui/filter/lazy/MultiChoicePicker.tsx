import { MultiSelect } from "@mantine/core";

import { table } from "@/text/core/table";

import type { Option } from "@/ui/filter/FilterEditors";

export interface MultiChoicePickerProps {
  label: string;
  options: Option[];
  value: string[];
  onPick: (values: string[]) => void;
  /** Set where the options are looked up while typing. */
  onSearch?: (typed: string) => void;
}

/** Picks several of a list one can search. */
export function MultiChoicePicker({
  label,
  options,
  value,
  onPick,
  onSearch,
}: MultiChoicePickerProps) {
  return (
    <MultiSelect
      size="xs"
      w={280}
      label={label}
      searchable
      hidePickedOptions
      data={options}
      value={value}
      onChange={onPick}
      onSearchChange={onSearch}
      nothingFoundMessage={table.nothingFound}
      maxDropdownHeight={260}
      data-autofocus
      comboboxProps={{ withinPortal: false }}
    />
  );
}
