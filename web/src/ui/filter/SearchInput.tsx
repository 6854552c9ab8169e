import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

import { table } from "@/text/core/table";

const DEBOUNCE = 250;
const MAX_LENGTH = 100;

interface SearchInputProps {
  label: string;
  hint?: string;
  /** The keyword in the URL. */
  value: string;
  onSearch: (keyword: string) => void;
  className?: string;
}

/** Searches while typing, shortly after the last key press; the URL holds the keyword. */
export function SearchInput({ label, hint, value, onSearch, className }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [pending, setPending] = useState(value);
  // The URL changed other than by typing here: Back, or a cleared filter.
  if (value !== pending) {
    setPending(value);
    setTyped(value);
  }
  const search = useDebouncedCallback((keyword: string) => {
    setPending(keyword);
    onSearch(keyword);
  }, DEBOUNCE);
  const type = (text: string) => {
    setTyped(text);
    search(text.trim());
  };
  return (
    <TextInput
      className={className}
      type="search"
      name="search"
      enterKeyHint="search"
      aria-label={label}
      placeholder={hint}
      maxLength={MAX_LENGTH}
      leftSection={<IconSearch size={16} stroke={1.5} />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={table.clearSearch} onClick={() => type("")} />
      }
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
