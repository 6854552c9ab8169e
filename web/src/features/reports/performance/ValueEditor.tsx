import { useSteadyQuery } from "@/api/useSteadyQuery";
import { LISTS, type ListName, type PerformanceSearch } from "@/features/reports/searchParams";
import { deviceName } from "@/text/clicks/click";
import { report } from "@/text/reports/report";
import { countryName } from "@/ui/base/format";
import { parsePeriod } from "@/ui/base/period";
import type { Chip } from "@/ui/filter/FilterBar";
import { MultiChoiceEditor } from "@/ui/filter/FilterEditors";
import { nameOf } from "./rowGroups";

/** How many values can be chosen from: those with most clicks. */
const VALUES = 200;

interface ListChips {
  search: PerformanceSearch;
  zone: string;
  onChange: (change: PerformanceSearch) => void;
}

/** The chips by which the report is narrowed to countries, devices, links, pages or placements. */
export function listChips({ search, zone, onChange }: ListChips): Chip[] {
  return (Object.keys(LISTS) as ListName[]).map((name) => {
    const values = search[name] ?? [];
    return {
      key: name,
      name: report.groups[LISTS[name]],
      value: summaryOf(name, values.map(String)),
      edit: () => (
        <ValueEditor
          name={name}
          values={values.map(String)}
          search={search}
          zone={zone}
          onPick={(picked) => {
            const list = name === "link_ids" ? picked.map(Number) : picked;
            onChange({ [name]: list.length > 0 ? list : undefined });
          }}
        />
      ),
      onClear: () => onChange({ [name]: undefined }),
    };
  });
}

function summaryOf(name: ListName, values: string[]): string | null {
  const [first, ...more] = values;
  if (first === undefined) return null;
  if (name === "link_ids") return report.links(values.length);
  const text = textOf(name, first);
  return more.length > 0 ? report.several(text, more.length) : text;
}

function textOf(name: ListName, value: string): string {
  if (name === "countries") return value ? countryName(value) : report.unknown;
  if (name === "devices") return value ? deviceName(value) : report.unknown;
  if (name === "pages") return nameOf({ page: value } as Parameters<typeof nameOf>[0], "page");
  return value || report.noLabel;
}

interface ValueEditorProps {
  name: ListName;
  values: string[];
  search: PerformanceSearch;
  zone: string;
  onPick: (values: string[]) => void;
}

/** Picks values among those that had clicks or orders in the report's days. */
function ValueEditor({ name, values, search, zone, onPick }: ValueEditorProps) {
  const group = LISTS[name];
  const { data } = useSteadyQuery("/reports/performance", {
    filter: { ...parsePeriod({ ...search }, zone), group_by: [group], sort: "-clicks" },
    page: { perPage: VALUES },
  });
  const found = (data?.list ?? []).map((row) => ({
    value: group === "link" ? String(row.link_id ?? "") : (row[group] ?? ""),
    label: nameOf(row, group),
  }));
  const missing = values
    .filter((value) => !found.some((each) => each.value === value))
    .map((value) => ({ value, label: textOf(name, value) }));
  // Orders without a link have no number that links are found by.
  const options = [...missing, ...found].filter(({ value }) => group !== "link" || value !== "0");
  return (
    <MultiChoiceEditor
      label={report.groups[group]}
      options={options}
      value={values}
      onPick={onPick}
    />
  );
}
