import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { query } from "@/api/query";
import { report } from "@/text/publisher/report";
import { MultiChoiceEditor } from "@/ui/filter/FilterEditors";

const PAGE_SIZE = 50;
const DEBOUNCE = 250;

interface BrandEditorProps {
  mcids: string[];
  /** What the picked ones are called, in their order. */
  names: string[];
  onPick: (mcids: string[]) => void;
}

/** Picks brands by a word of their name; the portal looks them up. */
export function BrandEditor({ mcids, names, onPick }: BrandEditorProps) {
  const [typed, setTyped] = useState("");
  const [keyword] = useDebouncedValue(typed.trim(), DEBOUNCE);
  const { data } = useQuery({
    ...query("/brands/find", {
      filter: { keyword: keyword || undefined, sort: "name" },
      page: { perPage: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  });
  const picked = mcids.map((value, index) => ({ value, label: names[index] ?? value }));
  const matches = (data?.list ?? [])
    .filter(({ mcid }) => !mcids.includes(mcid))
    .map(({ mcid, name }) => ({ value: mcid, label: name }));
  return (
    <MultiChoiceEditor
      label={report.brands}
      options={[...picked, ...matches]}
      value={mcids}
      onPick={onPick}
      onSearch={setTyped}
    />
  );
}
