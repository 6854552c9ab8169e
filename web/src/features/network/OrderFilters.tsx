import { network } from "@/text/network";
import { DateRange, periodText } from "@/ui/DateRange";
import { type Chip, FilterBar } from "@/ui/FilterBar";
import { ChoiceEditor, TextEditor } from "@/ui/FilterEditors";
import { period } from "@/ui/period";
import { id } from "@/ui/search";

import { type NetworkSearch, ORDER_STATUSES } from "./search";

const ZONE = "UTC";

interface OrderFiltersProps {
  search: NetworkSearch;
  onChange: (change: Partial<NetworkSearch>) => void;
}

/** Which orders of the network are listed. */
export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const { start_date, end_date, item_status: status, mcid, uid, order_id } = search;
  const days = period({ start_date, end_date }, ZONE);
  const chips: Chip[] = [
    {
      key: "period",
      name: network.period,
      value: start_date && end_date ? periodText(days) : null,
      edit: (close) => (
        <DateRange
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
    {
      key: "status",
      name: network.status,
      value: status ? network.itemStatuses[status] : null,
      edit: (close) => (
        <ChoiceEditor
          label={network.status}
          options={ORDER_STATUSES.map((value) => ({ value, label: network.itemStatuses[value] }))}
          value={status ?? null}
          onPick={(picked) => {
            onChange({ item_status: picked });
            close();
          }}
        />
      ),
      onClear: () => onChange({ item_status: undefined }),
    },
    typed("order_id", network.orderId, order_id, (value) => onChange({ order_id: value })),
    typed("mcid", network.mcid, mcid, (value) => onChange({ mcid: value })),
    typed("uid", network.uid, uid?.toString(), (value) => onChange({ uid: id(value) })),
  ];
  return <FilterBar chips={chips} />;
}

function typed(
  key: string,
  name: string,
  value: string | undefined,
  onValue: (value: string | undefined) => void,
): Chip {
  return {
    key,
    name,
    value: value ?? null,
    edit: (close) => (
      <TextEditor
        label={name}
        value={value ?? null}
        onApply={(text) => {
          onValue(text);
          close();
        }}
      />
    ),
    onClear: () => onValue(undefined),
  };
}
