import {
  ComboboxChevron,
  type ComboboxItem,
  Input,
  type MultiSelectProps,
  Pill,
  PillsInput,
} from "@mantine/core";

import { useLazyPicker } from "./useLazyPicker";

interface LazyMultiSelectProps
  extends Pick<
    MultiSelectProps,
    "label" | "placeholder" | "error" | "clearable" | "searchable" | "name"
  > {
  data: ComboboxItem[];
  value?: string[];
  onChange: (values: string[]) => void;
}

/** Mantine's MultiSelect, loaded on the first interaction. */
export function LazyMultiSelect(props: LazyMultiSelectProps) {
  const {
    label,
    placeholder,
    error,
    clearable,
    searchable = false,
    data,
    value = [],
    ...rest
  } = props;
  const { onChange, ...field } = rest;
  const lazy = useLazyPicker({ typable: searchable });
  const { pickers, shared, closed } = lazy;
  if (pickers) return <pickers.MultiSelect {...props} {...shared} />;
  const labels = new Map(data.map((option) => [option.value, option.label]));
  return (
    <PillsInput
      label={label}
      error={error}
      id={shared.id}
      pointer={closed.pointer}
      onPointerEnter={closed.onPointerEnter}
      onClick={() => shared.ref.current?.focus()}
      rightSectionPointerEvents="none"
      __defaultRightSection={<ComboboxChevron size="sm" error={error} />}
      __clearable={clearable && value.length > 0}
      __clearSection={
        <Input.ClearButton
          tabIndex={-1}
          aria-hidden
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange([])}
        />
      }
    >
      <Pill.Group>
        {value.map((each) => (
          <Pill
            key={each}
            withRemoveButton
            onRemove={() => onChange(value.filter((other) => other !== each))}
          >
            {labels.get(each) ?? each}
          </Pill>
        ))}
        <PillsInput.Field
          autoComplete="off"
          {...field}
          {...shared}
          {...closed}
          placeholder={placeholder}
          value={lazy.typed ?? ""}
          onFocus={lazy.load}
          onChange={({ currentTarget }) => lazy.onType(currentTarget.value)}
        />
      </Pill.Group>
    </PillsInput>
  );
}
