import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";

import { table } from "@/text/core/table";

import { LazySelect, type LazySelectProps } from "./LazySelect";

const DEBOUNCE = 250;

interface Option {
  value: string;
  label: string;
}

interface SearchSelectProps
  extends Omit<LazySelectProps, "data" | "value" | "onChange" | "searchable" | "filter"> {
  /** The server's matches for the typed text. */
  found: Option[];
  /** The option that is chosen, which may not be among those. */
  chosen: Option | null;
  onSearch: (typed: string) => void;
  onChange: (value: string | null) => void;
  /** The value that a typed text is in itself, such as a number. */
  parse?: (typed: string) => string | undefined;
}

/** The searched text: the typed text, after a pause. */
export function useKeyword() {
  const [typed, setTyped] = useState("");
  const [paused] = useDebouncedValue(typed.trim(), DEBOUNCE);
  return { keyword: paused || undefined, setTyped };
}

/** Picks one of a list that is too long to load: the portal searches it while typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { found, chosen, onSearch, onChange, parse = () => undefined, onBlur, ...rest } = props;
  const isFound = found.some(({ value }) => value === chosen?.value);
  const options = chosen && !isFound ? [chosen, ...found] : found;
  const search = (text: string) => {
    // The name of an option is what the field shows once it is chosen.
    onSearch(options.some(({ label }) => label === text) ? "" : text.trim());
  };
  /** The typed text, before a choice. */
  const typedIn = (field: HTMLInputElement) =>
    field.value === chosen?.label ? "" : field.value.trim();
  const chooseTyped = (field: HTMLInputElement) => {
    const value = parse(typedIn(field));
    if (value) onChange(value);
  };
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (event.key !== "Enter" || !typedIn(field)) return;
    // It would send the form without the typed text.
    event.preventDefault();
    if (!field.getAttribute("aria-activedescendant")) chooseTyped(field);
  };
  return (
    <LazySelect
      allowDeselect
      maxDropdownHeight={280}
      // As the first field of a form, it would cover the form.
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={table.nothingFound}
      {...rest}
      searchable
      data={options}
      // The server has already filtered the options.
      filter={(all) => all.options}
      value={chosen?.value ?? null}
      onChange={onChange}
      onSearchChange={search}
      onKeyDownCapture={onEnter}
      onBlur={(event) => {
        chooseTyped(event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}
