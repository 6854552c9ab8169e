import { Stack } from "@mantine/core";
import type { RefusedReport } from "@/api/gen/types.gen";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import type { TabProps } from "@/features/network/searchParams";
import { network } from "@/text/network/network";
import { refused as words } from "@/text/network/refused";
import { refusal } from "@/text/orders/refusal";
import { capitalize, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { parsePeriod } from "@/ui/base/period";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { choiceChip, textChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { formatPeriod, LazyDateRangePicker } from "@/ui/filter/LazyDateRangePicker";
import { codeColumn, dateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { REFUSAL_CODES, type RefusedSearch, refusedInput } from "./searchParams";

const ZONE = "UTC";

/** Reports of orders that were refused, with the reason. */
export function RefusedTab({ search, onSearch }: TabProps<RefusedSearch>) {
  const ask = refusedInput(search);
  const answer = useSteadyQuery("/network/refused_reports", ask);
  const { perPage, cursor: _, look: __, ...narrowed } = search;
  const filtered = Object.values(narrowed).some((value) => value !== undefined);
  return (
    <Stack>
      <RefusedFilters
        search={search}
        onChange={(change) => onSearch({ ...search, cursor: undefined, ...change })}
      />
      <Hint>{words.help}</Hint>
      <DataTable
        name="network_refused"
        label={words.table}
        answer={answer}
        columns={COLUMNS}
        id={({ mcid, order_id, uid, refused_at }) => `${mcid} ${order_id} ${uid} ${refused_at}`}
        hiddenByDefault={["order_time"]}
        expected={ask.page.perPage}
        empty={<EmptyList words={words} onClear={filtered && (() => onSearch({ perPage }))} />}
        page={ask.page}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

const COLUMNS: Array<Column<RefusedReport>> = [
  codeColumn("order_id", words.order),
  textColumn("brand_name", words.brand, { phone: "lead" }),
  {
    key: "code",
    title: words.code,
    phone: "more",
    cell: ({ code }) => refusal.codes[code],
  },
  { key: "reason", title: words.reason, cell: ({ reason }) => plainReason(reason) },
  {
    key: "publisher",
    title: words.publisher,
    phone: "more",
    cell: ({ publisher }) => publisher ?? words.nobody,
  },
  {
    key: "amount",
    title: words.amount,
    numeric: true,
    phone: "figure",
    // The currency is what was reported, which may be none that exists.
    cell: ({ amount, currency }) =>
      amount === null ? null : [currency, formatNumber(amount, 2)].filter(Boolean).join(" "),
  },
  dateColumn("order_time", words.orderTime, ZONE),
  dateColumn("refused_at", words.at, ZONE, { phone: "more" }),
];

/** A reason without the code before it, which has a column of its own, and without the marks of a program's words. */
const plainReason = (reason: string) =>
  capitalize(reason.replace(/^[a-z_]+: /, "").replaceAll("`", ""));

interface RefusedFiltersProps {
  search: RefusedSearch;
  onChange: (change: Partial<RefusedSearch>) => void;
}

function RefusedFilters({ search, onChange }: RefusedFiltersProps) {
  const { start_date, end_date, code, mcid, uid, order_id } = search;
  const days = parsePeriod({ start_date, end_date }, ZONE);
  const chips = [
    {
      key: "period",
      name: network.period,
      value: start_date && end_date ? formatPeriod(days, ZONE) : null,
      edit: (close: () => void) => (
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
      key: "code",
      name: words.code,
      words: refusal.codes as Record<string, string>,
      of: REFUSAL_CODES,
      value: code,
      onChange: (value) => onChange({ code: value }),
    }),
    textChip("order_id", words.order, order_id, (value) => onChange({ order_id: value })),
    useBrandChip(mcid, (value) => onChange({ mcid: value })),
    usePublisherChip(uid, (value) => onChange({ uid: value })),
  ];
  return <FilterBar chips={chips} />;
}
