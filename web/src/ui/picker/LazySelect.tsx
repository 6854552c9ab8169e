import {
  type AutocompleteProps,
  ComboboxChevron,
  type ComboboxData,
  Input,
  InputBase,
  type SelectProps,
} from "@mantine/core";

import { useLazyPicker } from "./useLazyPicker";

/** Props of a controlled Select. */
export type LazySelectProps = Omit<SelectProps<string>, "defaultValue">;

/** Mantine's Select, loaded on the first interaction. */
export function LazySelect(props: LazySelectProps) {
  const { searchable = false, disabled = false, clearable = false, value = null, data } = props;
  const lazy = useLazyPicker({ id: props.id, typable: searchable && !props.readOnly });
  const { pickers, shared, closed } = lazy;
  // A refused field gets the focus: the list would hide the error below it. A click or a letter opens it.
  if (pickers) return <pickers.Select openOnFocus={!props.error} {...props} {...shared} />;
  return (
    <InputBase
      autoComplete="off"
      {...fieldProps(props)}
      {...shared}
      {...closed}
      onFocus={(event) => {
        props.onFocus?.(event);
        lazy.load();
      }}
      value={lazy.typed ?? labelOf(data, value)}
      onChange={({ currentTarget }) => lazy.onType(currentTarget.value)}
      rightSectionPointerEvents="none"
      __defaultRightSection={<ComboboxChevron size={props.size ?? "sm"} error={props.error} />}
      __clearable={clearable && value !== null && !disabled}
      __clearSection={
        <Input.ClearButton
          tabIndex={-1}
          aria-hidden
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onChange?.(null, null as never)}
        />
      }
    />
  );
}

/** Mantine's Autocomplete, loaded on the first interaction. */
export function LazyAutocomplete(props: Omit<AutocompleteProps, "defaultValue">) {
  const lazy = useLazyPicker({ id: props.id, typable: true });
  const { pickers, shared, closed } = lazy;
  if (pickers) return <pickers.Autocomplete {...props} {...shared} />;
  return (
    <InputBase
      autoComplete="off"
      {...fieldProps(props)}
      {...shared}
      {...closed}
      onFocus={(event) => {
        props.onFocus?.(event);
        lazy.load();
      }}
      value={props.value ?? ""}
      onChange={({ currentTarget }) => {
        props.onChange?.(currentTarget.value);
        lazy.load();
      }}
    />
  );
}

/** What any input takes, without what only a list needs. */
function fieldProps(props: LazySelectProps | Omit<AutocompleteProps, "defaultValue">) {
  const {
    data: _data,
    value: _value,
    onChange: _onChange,
    searchable: _searchable,
    clearable: _clearable,
    allowDeselect: _allowDeselect,
    limit: _limit,
    filter: _filter,
    nothingFoundMessage: _nothingFoundMessage,
    maxDropdownHeight: _maxDropdownHeight,
    comboboxProps: _comboboxProps,
    openOnFocus: _openOnFocus,
    renderOption: _renderOption,
    onSearchChange: _onSearchChange,
    onFocus: _onFocus,
    ...field
  } = props as LazySelectProps;
  return field as Omit<typeof field, "classNames" | "styles" | "attributes" | "vars">;
}

function labelOf(data: ComboboxData | undefined, value: string | null): string {
  for (const option of data ?? []) {
    const within = typeof option === "object" && "items" in option ? option.items : [option];
    for (const each of within) {
      const item: { value: string; label?: string } =
        typeof each === "object" ? each : { value: each };
      if (item.value === value) return item.label ?? item.value;
    }
  }
  return "";
}
