import { useQueries } from "@tanstack/react-query";

import { query } from "@/api/query";
import { report } from "@/text/publisher/report";
import { parsePeriod } from "@/ui/base/period";
import { choiceChip, textChip } from "@/ui/filter/chips";
import type { Chip } from "@/ui/filter/FilterBar";
import { MultiChoiceEditor } from "@/ui/filter/FilterEditors";
import { formatPeriod, LazyDateRangePicker } from "@/ui/filter/LazyDateRangePicker";

import { useChannels } from "@/ui/picker/useChannels";

import { BrandEditor } from "./BrandEditor";
import { type ScopeSearch, STATUSES, UIDS } from "./search";

interface ScopeChips {
  search: ScopeSearch;
  zone: string;
  onChange: (change: ScopeSearch) => void;
}

/** The chips both reports have: the period first, then what they are narrowed to. */
export function useScopeChips({ search, zone, onChange }: ScopeChips): [Chip, ...Chip[]] {
  const days = parsePeriod({ ...search }, zone);
  const sites = useChannels();
  const brandNames = useBrandNames(search.mcids ?? []);
  const { site_ids = [], mcids = [], status } = search;
  const siteNames = site_ids.map((id) => sites.find((site) => site.id === id)?.name ?? String(id));
  return [
    {
      key: "period",
      name: report.period,
      value: formatPeriod(days, zone),
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
    choiceChip({
      key: "status",
      name: report.status,
      words: report.statuses,
      of: STATUSES,
      value: status,
      onChange: (value) => onChange({ status: value }),
    }),
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
    ...UIDS.map((uid) =>
      textChip(uid, report.groups[uid], search[uid], (value) => onChange({ [uid]: value })),
    ),
  ];
}

/** The names of brands in a URL; one that is not known stands by its identifier. */
function useBrandNames(mcids: string[]): string[] {
  return useQueries({
    queries: mcids.map((mcid) => query("/brands/info", { attributes: { mcid } })),
    combine: (answers) => answers.map(({ data }, index) => data?.name ?? mcids[index] ?? ""),
  });
}

function summaryOf([first, ...more]: string[]): string | null {
  if (first === undefined) return null;
  return more.length > 0 ? report.several(first, more.length) : first;
}
