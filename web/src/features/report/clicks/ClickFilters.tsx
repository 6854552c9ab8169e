import { useLinkChip } from "@/features/report/LinkEditor";
import type { ClickSearch } from "@/features/report/search";
import { useScopeChips } from "@/features/report/useScopeChips";
import { report } from "@/text/publisher/report";
import { click } from "@/text/reports/click";
import { choiceChip, textChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { VERDICTS } from "./search";

const ROW_GROUPS = ["country", "device", "offer_type"] as const;
const ANSWERS = { yes: click.yes, no: click.no };

interface ClickFiltersProps {
  search: ClickSearch;
  zone: string;
  onChange: (change: ClickSearch) => void;
}

/** Which clicks are listed, as filter chips. */
export function ClickFilters({ search, zone, onChange }: ClickFiltersProps) {
  const { verdict, converted, link_id, click_ref } = search;
  const [days, ...scope] = useScopeChips({ search, zone, onChange });
  const link = useLinkChip(link_id, (picked) => onChange({ link_id: picked }));
  const own = [
    choiceChip({
      key: "verdict",
      name: click.verdict,
      words: click.verdicts,
      of: VERDICTS,
      value: verdict,
      onChange: (value) => onChange({ verdict: value }),
    }),
    choiceChip({
      key: "converted",
      name: click.converted,
      words: ANSWERS,
      of: ["yes", "no"],
      value: converted === undefined ? undefined : converted ? "yes" : "no",
      onChange: (value) => onChange({ converted: value && value === "yes" }),
    }),
    link,
    ...ROW_GROUPS.map((group) =>
      textChip(group, report.groups[group], search[group], (value) => onChange({ [group]: value })),
    ),
    textChip("click_ref", click.ref, click_ref, (value) => onChange({ click_ref: value })),
  ];
  return <FilterBar chips={[days, ...own, ...scope.filter(({ key }) => key !== "status")]} />;
}
