import {
  type ComboboxItem,
  defaultOptionsFilter,
  getParsedComboboxData,
  isOptionsGroup,
  Select as MantineSelect,
  type SelectProps,
} from "@mantine/core";
import { type KeyboardEvent, useState } from "react";

/** Mantine's Select. Where one searches it, Enter takes the first match, and Tab the only one or that of the same name. */
export function Select(props: SelectProps<string>) {
  const { data, filter = defaultOptionsFilter, value, allowDeselect, onSearchChange } = props;
  const [typed, setTyped] = useState("");
  if (!props.searchable) return <MantineSelect {...props} />;
  const search = typed.trim();
  // Options looked up while typing may still be those of an earlier text.
  const isOwn = onSearchChange === undefined;
  const findMatch = () => {
    const options = getParsedComboboxData<string>(data);
    const matches = isOwn ? filter({ options, search, limit: Infinity }) : options;
    const found = flatten(matches as typeof options);
    const [only, another] = found;
    const same = found.find(({ label }) => isSame(label, search));
    return same ?? (isOwn && !another ? only : undefined);
  };
  return (
    <MantineSelect
      {...props}
      // A search that matches the chosen option keeps it.
      allowDeselect={typed ? false : allowDeselect}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && search) takeFirst(event, search, isOwn);
        props.onKeyDown?.(event);
      }}
      onOptionSubmit={(chosen) => {
        setTyped("");
        props.onOptionSubmit?.(chosen);
      }}
      onBlur={(event) => {
        const match = search ? findMatch() : undefined;
        setTyped("");
        if (match && match.value !== value) props.onChange?.(match.value, match);
        props.onBlur?.(event);
      }}
    />
  );
}

/**
 * Takes the match of the same name, or the first one, unless the arrow keys have led to another. Of options that were
 * looked up elsewhere the first one is that which has the text: the others may be those of an earlier one.
 */
function takeFirst(event: KeyboardEvent<HTMLInputElement>, search: string, isOwn: boolean) {
  // Mantine could mark the first one itself, but scrolls to the list before that has found its place.
  const list = document.getElementById(event.currentTarget.getAttribute("aria-controls") ?? "");
  if (!list || list.querySelector("[data-combobox-selected]")) return;
  const options = [...list.querySelectorAll<HTMLElement>("[data-combobox-option]")];
  const same = options.find(({ textContent }) => isSame(textContent, search));
  const having = options.find(({ textContent }) =>
    textContent.toLowerCase().includes(search.toLowerCase()),
  );
  const match = same ?? (isOwn ? options[0] : having);
  // Enter would send the form without the typed text.
  if (match || !isOwn) event.preventDefault();
  match?.click();
}

const isSame = (label: string | null, search: string) =>
  label?.toLowerCase() === search.toLowerCase();

/** The options that can be chosen, those of groups among them. */
function flatten(options: ReturnType<typeof getParsedComboboxData<string>>): ComboboxItem[] {
  return options
    .flatMap((option) => (isOptionsGroup(option) ? option.items : [option]))
    .filter(({ disabled }) => !disabled);
}
