import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RELATION_JOINED } from "@/api/gen/enums.gen";

import { query } from "@/api/query";
import { link as words } from "@/text/publisher/link";

const PAGE_SIZE = 50;
const DEBOUNCE = 250;

interface BrandSelectProps
  extends Omit<SelectProps, "data" | "searchable" | "value" | "onChange" | "renderOption"> {
  value?: string | null;
  /** The name of a chosen brand that may not be among those found. */
  name?: string;
  onChange: (mcid: string | null) => void;
}

/** Picks one of the brands the channel has joined, looked up as one types. */
export function BrandSelect({ value, name, onChange, ...rest }: BrandSelectProps) {
  const [typed, setTyped] = useState("");
  const [sought] = useDebouncedValue(typed, DEBOUNCE);
  const { data } = useQuery({
    ...query("/brands/find", {
      filter: { status: RELATION_JOINED, sort: "name", keyword: sought.trim() || undefined },
      page: { curPage: 1, perPage: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.list ?? []).map(({ mcid, name }) => ({ value: mcid, label: name }));
  const chosen = value && !found.some((option) => option.value === value);
  return (
    <Select
      comboboxProps={{ withinPortal: false }}
      {...rest}
      searchable
      data={chosen ? [{ value, label: name ?? value }, ...found] : found}
      // The server has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={words.noBrand}
      maxDropdownHeight={280}
      value={value ?? null}
      onChange={onChange}
      onSearchChange={(text) => {
        const picked = found.some(({ label }) => label === text) || text === name;
        setTyped(picked ? "" : text);
      }}
    />
  );
}
