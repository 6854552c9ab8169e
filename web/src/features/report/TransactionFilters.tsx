import { report } from "@/text/report";
import { type Chip, FilterBar } from "@/ui/FilterBar";
import { ChoiceEditor } from "@/ui/FilterEditors";
import { textChip, useScopeChips } from "./scopeChips";
import { ORDER_BASES, type TransactionSearch } from "./search";

interface TransactionFiltersProps {
  search: TransactionSearch;
  zone: string;
  onChange: (change: TransactionSearch) => void;
}

/** Which orders are listed, as a sentence of chips. */
export function TransactionFilters({ search, zone, onChange }: TransactionFiltersProps) {
  const [days, ...scope] = useScopeChips({ search, zone, onChange });
  const { date_basis, paid } = search;
  const basis: Chip = {
    key: "date_basis",
    name: report.basis,
    value: date_basis ? report.bases[date_basis] : null,
    edit: (close) => (
      <ChoiceEditor
        label={report.basis}
        options={ORDER_BASES.map((value) => ({ value, label: report.bases[value] }))}
        value={date_basis ?? "order"}
        onPick={(picked) => {
          onChange({ date_basis: picked === "order" ? undefined : picked });
          close();
        }}
      />
    ),
    onClear: () => onChange({ date_basis: undefined }),
  };
  const paidChip: Chip = {
    key: "paid",
    name: report.paid,
    value: paid === undefined ? null : paid ? report.paidYes : report.paidNo,
    edit: (close) => (
      <ChoiceEditor
        label={report.paid}
        options={[
          { value: "yes", label: report.paidYes },
          { value: "no", label: report.paidNo },
        ]}
        value={paid === undefined ? null : paid ? "yes" : "no"}
        onPick={(picked) => {
          onChange({ paid: picked === "yes" });
          close();
        }}
      />
    ),
    onClear: () => onChange({ paid: undefined }),
  };
  const found = [
    textChip("order_id", report.orderId, search.order_id, onChange),
    textChip("click_ref", report.clickRef, search.click_ref, onChange),
  ];
  return (
    <FilterBar chips={[days, ...scope.slice(0, 3), ...found, basis, paidChip, ...scope.slice(3)]} />
  );
}
