import { report } from "@/text/reports/report";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { SearchInput } from "@/ui/filter/SearchInput";
import { useLinkChip } from "./LinkEditor";
import { ORDER_BASES, orderPeriod, type TransactionSearch } from "./searchParams";
import { useScopeChips } from "./useScopeChips";

const ROW_GROUPS = ["country", "device", "offer_type"] as const;
const PAID = { yes: report.paidYes, no: report.paidNo };
const TAKEN_BACK = { yes: report.takenBackYes, no: report.takenBackNo };

interface TransactionFiltersProps {
  search: TransactionSearch;
  zone: string;
  onChange: (change: TransactionSearch) => void;
}

/** Which orders are listed, as filter chips. */
export function TransactionFilters({ search, zone, onChange }: TransactionFiltersProps) {
  const [days, ...scope] = useScopeChips({
    search: { ...search, ...orderPeriod(search, zone) },
    asked: search,
    zone,
    onChange,
  });
  const chip = chipsOf(search, onChange);
  const link = useLinkChip(search.link_id, (picked) => onChange({ link_id: picked }));
  const own = [
    chip.text("order_id", report.orderId),
    chip.text("click_ref", report.clickRef),
    link,
    ...ROW_GROUPS.map((group) => chip.text(group, report.groups[group])),
    chip.choice("date_basis", report.basis, report.bases, ORDER_BASES, "order"),
    chip.either("paid", report.paid, PAID),
    chip.either("taken_back", report.takenBack, TAKEN_BACK),
  ];
  return (
    <FilterBar chips={[days, ...scope.slice(0, 3), ...own, ...scope.slice(3)]}>
      <SearchInput
        label={report.keyword}
        hint={report.keyword}
        value={search.keyword ?? ""}
        onSearch={(typed) => onChange({ keyword: typed || undefined })}
      />
    </FilterBar>
  );
}
