import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import { type NetworkSearch, ORDER_BASES, ORDER_STATUSES } from "@/features/network/search";
import { network } from "@/text/network/network";
import { parsePeriod } from "@/ui/base/period";
import { choiceChip, textChip } from "@/ui/filter/chips";
import { type Chip, FilterBar } from "@/ui/filter/FilterBar";
import { formatPeriod, LazyDateRangePicker } from "@/ui/filter/LazyDateRangePicker";

const ZONE = "UTC";

interface OrderFiltersProps {
  search: NetworkSearch;
  onChange: (change: Partial<NetworkSearch>) => void;
}

/** Which orders of the network are listed. */
export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const { start_date, end_date, date_basis, item_status: status, mcid, uid, order_id } = search;
  const days = parsePeriod({ start_date, end_date }, ZONE);
  const chips: Chip[] = [
    {
      key: "period",
      name: network.period,
      value: start_date && end_date ? formatPeriod(days, ZONE) : null,
      edit: (close) => (
        <LazyDateRangePicker
          {...days}
          zone={ZONE}
          onChange={(picked) => {
            onChange(picked);
            close();
          }}
        />
      ),
      onClear: () => onChange({ start_date: undefined, end_date: undefined }),
    },
    choiceChip({
      key: "date_basis",
      name: network.basis,
      words: network.bases,
      of: ORDER_BASES,
      value: date_basis,
      usual: "order",
      onChange: (value) => onChange({ date_basis: value }),
    }),
    choiceChip({
      key: "status",
      name: network.status,
      words: network.itemStatuses,
      of: ORDER_STATUSES,
      value: status,
      onChange: (value) => onChange({ item_status: value }),
    }),
    textChip("order_id", network.orderId, order_id, (value) => onChange({ order_id: value })),
    useBrandChip(mcid, (value) => onChange({ mcid: value })),
    usePublisherChip(uid, (value) => onChange({ uid: value })),
  ];
  return <FilterBar chips={chips} />;
}
