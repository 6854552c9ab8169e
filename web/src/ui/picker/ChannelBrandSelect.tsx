import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RELATION_JOINED } from "@/api/gen/enums.gen";

import type { Brand } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { link as words } from "@/text/links/link";
import { LazySelect, type LazySelectProps } from "@/ui/picker/LazySelect";

const PAGE_SIZE = 50;
const DEBOUNCE = 250;

interface ChannelBrandSelectProps
  extends Omit<LazySelectProps, "data" | "searchable" | "value" | "onChange" | "renderOption"> {
  value?: string | null;
  /** The name of a chosen brand that may not be among those found. */
  name?: string;
  /** The channel that has joined the brands; the default one if absent. */
  siteId?: number;
  onChange: (mcid: string | null) => void;
}

/** Picks one of the brands that the channel has joined; typing also finds the others. */
export function ChannelBrandSelect({
  value,
  name,
  siteId,
  onChange,
  ...rest
}: ChannelBrandSelectProps) {
  const [typed, setTyped] = useState("");
  const [sought] = useDebouncedValue(typed, DEBOUNCE);
  const keyword = sought.trim() || undefined;
  const { data } = useSteadyQuery("/brands/find", {
    filter: { status: RELATION_JOINED, site_id: siteId, sort: "name", keyword },
    page: { curPage: 1, perPage: PAGE_SIZE },
  });
  const others = useQuery({
    ...query("/brands/find", {
      filter: { site_id: siteId, sort: "name", keyword },
      page: { curPage: 1, perPage: PAGE_SIZE },
    }),
    enabled: keyword !== undefined,
  });
  const joined = (data?.list ?? []).map(toOption);
  const matches = keyword
    ? (others.data?.list ?? [])
        .filter(({ relationship }) => relationship !== RELATION_JOINED)
        .map(toOption)
    : [];
  const all = [...joined, ...matches];
  const chosen = value && !all.some((option) => option.value === value);
  const mine = chosen ? [{ value, label: name ?? value }, ...joined] : joined;
  return (
    <LazySelect
      allowDeselect
      comboboxProps={{ withinPortal: false }}
      {...rest}
      searchable
      data={
        matches.length > 0
          ? [
              { group: words.joined, items: mine },
              { group: words.others, items: matches },
            ]
          : mine
      }
      // The server has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={words.noBrand}
      maxDropdownHeight={280}
      value={value ?? null}
      onChange={onChange}
      onSearchChange={(text) => {
        const picked = all.some(({ label }) => label === text) || text === name;
        setTyped(picked ? "" : text);
      }}
    />
  );
}

const toOption = ({ mcid, name }: Brand) => ({ value: mcid, label: name });
