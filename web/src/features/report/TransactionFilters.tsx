import { report } from "@/text/publisher/report";
import { choiceChip, textChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { SearchInput } from "@/ui/filter/SearchInput";
import { useLinkChip } from "./LinkEditor";
import { ORDER_BASES, orderPeriod, type TransactionSearch } from "./search";
import { useScopeChips } from "./useScopeChips";

const ROW_GROUPS = ["country", "device", "offer_type"] as const;
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
  const { date_basis, paid, keyword, order_id, click_ref } = search;
  const link = useLinkChip(search.link_id, (picked) => onChange({ link_id: picked }));
  const own = [
    textChip("order_id", report.orderId, order_id, (value) => onChange({ order_id: value })),
    textChip("click_ref", report.clickRef, click_ref, (value) => onChange({ click_ref: value })),
    link,
    ...ROW_GROUPS.map((group) =>
      textChip(group, report.groups[group], search[group], (value) => onChange({ [group]: value })),
    ),
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
        label={report.keyword}
        hint={report.keyword}
        value={keyword ?? ""}
        onSearch={(typed) => onChange({ keyword: typed || undefined })}
      />
    </FilterBar>
  );
}
