import { useDebouncedValue } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { query } from "@/api/query";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { report } from "@/text/reports/report";
import { isPeriodReplaced, parsePeriod } from "@/ui/base/period";
import { chipsOf } from "@/ui/filter/chips";
import type { Chip } from "@/ui/filter/FilterBar";
import { MultiChoiceEditor } from "@/ui/filter/FilterEditors";
import { formatPeriod, LazyDateRangePicker } from "@/ui/filter/LazyDateRangePicker";
import { useChannels } from "@/ui/picker/useChannels";
import { type ScopeSearch, STATUSES, UIDS } from "./searchParams";

interface ScopeChips {
  search: ScopeSearch;
  /** What the URL says, where `search` was completed. */
  asked?: ScopeSearch;
  zone: string;
  onChange: (change: ScopeSearch) => void;
}

/** The chips both reports have: the period first, then what they are narrowed to. */
export function useScopeChips({
  search,
  asked = search,
  zone,
  onChange,
}: ScopeChips): [Chip, ...Chip[]] {
  const days = parsePeriod({ ...search }, zone);
  const sites = useChannels();
  const brandNames = useBrandNames(search.mcids ?? []);
  const { site_ids = [], mcids = [] } = search;
  const siteNames = site_ids.map((id) => sites.find((site) => site.id === id)?.name ?? String(id));
  const chip = chipsOf(search, onChange);
  return [
    {
      key: "period",
      name: report.period,
      value: formatPeriod(days, zone),
      note: isPeriodReplaced({ ...asked }) ? report.periodReplaced : undefined,
      edit: (close) => (
        <LazyDateRangePicker
          {...days}
          zone={zone}
          onChange={(picked) => {
            onChange(picked);
            close();
          }}
        />
      ),
    },
    chip.choice("status", report.status, report.statuses, STATUSES),
    {
      key: "brands",
      name: report.brands,
      value: summaryOf(brandNames),
      edit: () => (
        <BrandEditor
          mcids={mcids}
          names={brandNames}
          onPick={(picked) => onChange({ mcids: picked.length > 0 ? picked : undefined })}
        />
      ),
      onClear: () => onChange({ mcids: undefined }),
    },
    {
      key: "sites",
      name: report.sites,
      // One is said by the switch above.
      value: siteNames.length > 1 ? summaryOf(siteNames) : null,
      edit: () => (
        <MultiChoiceEditor
          label={report.sites}
          options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={site_ids.map(String)}
          onPick={(picked) =>
            onChange({ site_ids: picked.length > 0 ? picked.map(Number) : undefined })
          }
        />
      ),
      onClear: () => onChange({ site_ids: undefined }),
    },
    ...UIDS.map((uid) => chip.text(uid, report.groups[uid])),
  ];
}

export const brandQuery = (mcid: string) => query("/brands/info", { attributes: { mcid } });

/** The names of brands in a URL; one that is not known stands by its identifier. */
function useBrandNames(mcids: string[]): string[] {
  return useQueries({
    queries: mcids.map(brandQuery),
    combine: (answers) => answers.map(({ data }, index) => data?.name ?? mcids[index] ?? ""),
  });
}

function summaryOf([first, ...more]: string[]): string | null {
  if (first === undefined) return null;
  return more.length > 0 ? report.several(first, more.length) : first;
}

const PAGE_SIZE = 50;
const DEBOUNCE = 250;

interface BrandEditorProps {
  mcids: string[];
  /** The names of the selected brands, in their order. */
  names: string[];
  onPick: (mcids: string[]) => void;
}

/** Picks brands by a word of their name; the portal looks them up. */
function BrandEditor({ mcids, names, onPick }: BrandEditorProps) {
  const [typed, setTyped] = useState("");
  const [keyword] = useDebouncedValue(typed.trim(), DEBOUNCE);
  const { data } = useSteadyQuery("/brands/find", {
    filter: { keyword: keyword || undefined, sort: "name" },
    page: { perPage: PAGE_SIZE },
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
