import {
  type ComboboxItem,
  defaultOptionsFilter,
  getParsedComboboxData,
  isOptionsGroup,
  Select as MantineSelect,
  type SelectProps,
} from "@mantine/core";
import { useState } from "react";

/** Mantine's Select. Where one searches it, Enter takes the first match, and Tab the only one or that of the same name. */
export function Select(props: SelectProps<string>) {
  const { data, filter = defaultOptionsFilter, value, allowDeselect, onSearchChange } = props;
  const [typed, setTyped] = useState("");
  if (!props.searchable) return <MantineSelect {...props} />;
  // What is looked up elsewhere as one types may still show the matches of an earlier text.
  const isOwn = onSearchChange === undefined;
  const findMatch = () => {
    const search = typed.trim();
    const options = getParsedComboboxData<string>(data);
    const matches = isOwn ? filter({ options, search, limit: Infinity }) : options;
    const found = flatten(matches as typeof options);
    const [only, another] = found;
    const same = found.find(({ label }) => label.toLowerCase() === search.toLowerCase());
    return same ?? (isOwn && !another ? only : undefined);
  };
  return (
    <MantineSelect
      selectFirstOptionOnChange={isOwn}
      {...props}
      // Who searches for what is chosen already wants to keep it.
      allowDeselect={typed ? false : allowDeselect}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onOptionSubmit={(chosen) => {
        setTyped("");
        props.onOptionSubmit?.(chosen);
      }}
      onBlur={(event) => {
        const match = typed.trim() ? findMatch() : undefined;
        setTyped("");
        if (match && match.value !== value) props.onChange?.(match.value, match);
        props.onBlur?.(event);
      }}
    />
  );
}

/** The options that can be chosen, those of groups among them. */
function flatten(options: ReturnType<typeof getParsedComboboxData<string>>): ComboboxItem[] {
  return options
    .flatMap((option) => (isOptionsGroup(option) ? option.items : [option]))
    .filter(({ disabled }) => !disabled);
}
