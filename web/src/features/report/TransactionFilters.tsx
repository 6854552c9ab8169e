import { report } from "@/text/publisher/report";
import { choiceChip, textChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { SearchInput } from "@/ui/filter/SearchInput";
import { ORDER_BASES, orderPeriod, type TransactionSearch } from "./search";
import { useScopeChips } from "./useScopeChips";

const PAID = { yes: report.paidYes, no: report.paidNo };

interface TransactionFiltersProps {
  search: TransactionSearch;
  zone: string;
  onChange: (change: TransactionSearch) => void;
}

/** Which orders are listed, as filter chips. */
export function TransactionFilters({ search, zone, onChange }: TransactionFiltersProps) {
  const [days, ...scope] = useScopeChips({
    search: { ...search, ...orderPeriod(search, zone) },
    zone,
    onChange,
  });
  const { date_basis, paid, order_id, click_ref } = search;
  const own = [
    textChip("click_ref", report.clickRef, click_ref, (value) => onChange({ click_ref: value })),
    choiceChip({
      key: "date_basis",
      name: report.basis,
      words: report.bases,
      of: ORDER_BASES,
      value: date_basis,
      usual: "order",
      onChange: (value) => onChange({ date_basis: value }),
    }),
    choiceChip({
      key: "paid",
      name: report.paid,
      words: PAID,
      of: ["yes", "no"],
      value: paid === undefined ? undefined : paid ? "yes" : "no",
      onChange: (value) => onChange({ paid: value && value === "yes" }),
    }),
  ];
  return (
    <FilterBar chips={[days, ...scope.slice(0, 3), ...own, ...scope.slice(3)]}>
      <SearchInput
        label={report.orderId}
        hint={report.orderId}
        value={order_id ?? ""}
        onSearch={(typed) => onChange({ order_id: typed || undefined })}
      />
    </FilterBar>
  );
}
