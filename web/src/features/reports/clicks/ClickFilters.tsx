import { useLinkChip } from "@/features/reports/LinkEditor";
import type { ClickSearch } from "@/features/reports/searchParams";
import { useScopeChips } from "@/features/reports/useScopeChips";
import { click } from "@/text/clicks/click";
import { report } from "@/text/reports/report";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { VERDICTS } from "./searchParams";

const ROW_GROUPS = ["country", "device", "offer_type"] as const;
const ANSWERS = { yes: click.yes, no: click.no };

interface ClickFiltersProps {
  search: ClickSearch;
  zone: string;
  onChange: (change: ClickSearch) => void;
}

/** Which clicks are listed, as filter chips. */
export function ClickFilters({ search, zone, onChange }: ClickFiltersProps) {
  const [days, ...scope] = useScopeChips({ search, zone, onChange });
  const link = useLinkChip(search.link_id, (picked) => onChange({ link_id: picked }));
  const chip = chipsOf(search, onChange);
  const own = [
    chip.choice("verdict", click.verdict, click.verdicts, VERDICTS),
    chip.either("converted", click.converted, ANSWERS),
    link,
    ...ROW_GROUPS.map((group) => chip.text(group, report.groups[group])),
    chip.text("click_ref", click.ref),
  ];
  return <FilterBar chips={[days, ...own, ...scope.filter(({ key }) => key !== "status")]} />;
}
