import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useArrival } from "@/api/arrival";
import type { ExchangeRate } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { FormTable } from "@/features/network/FormTable";
import { pageOf, type TabProps } from "@/features/network/searchParams";
import { rates as words } from "@/text/network/rates";
import { formatDay, formatNumber } from "@/ui/base/format";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";
import { LIVE_INTERVAL } from "@/ui/table/live/useLiveList";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { parseRate, RateForm, rateKey } from "./RateForm";
import { type RatesSearch, ratesInput } from "./searchParams";

/** Exchange rates by day, and the form of one. */
export function RatesTab({ search, onSearch }: TabProps<RatesSearch>) {
  const answer = useSteadyQuery("/network/rates", ratesInput(search));
  const { base, quote } = search;
  const opened = useOpenedRow({
    answer,
    isOpened: search.edit === undefined ? undefined : (row) => rateKey(row) === search.edit,
    alone: query("/network/rates", { filter: parseRate(search.edit) }),
  });
  const narrow = (change: Partial<RatesSearch>) =>
    onSearch({ ...search, curPage: undefined, ...change });
  const chip = chipsOf(search, narrow);
  // The list would be pushed down by the rates that are missing.
  const known = useArrival(query("/network/missing_rates"));
  return (
    <Stack>
      <MissingRates onAdd={(pair) => narrow({ ...pair, add: true })} />
      {known ? (
        <FormTable
          search={search}
          onSearch={onSearch}
          name="network_rates"
          label={words.table}
          answer={answer}
          columns={COLUMNS}
          id={rateKey}
          page={pageOf(search)}
          filters={
            <FilterBar chips={[chip.text("base", words.base), chip.text("quote", words.quote)]} />
          }
          empty={
            <EmptyList
              words={words}
              onClear={!!(base || quote) && (() => narrow({ base: undefined, quote: undefined }))}
            />
          }
          add={words.add}
          change={words.change}
          opened={opened}
          form={(close, _, saved) => (
            <RateForm key={search.edit} saved={saved} pair={search} onSaved={close} />
          )}
        />
      ) : (
        <SkeletonRows rows={10} height={40} />
      )}
    </Stack>
  );
}

/** How many decimals of a rate the list shows; the form has all of them. */
const DECIMALS = 6;

const COLUMNS: Array<Column<ExchangeRate>> = [
  textColumn("base", words.base, { phone: "lead" }),
  textColumn("quote", words.quote, { phone: "more" }),
  {
    key: "rate",
    title: words.rate,
    numeric: true,
    phone: "figure",
    cell: ({ rate }) => formatNumber(rate, DECIMALS),
  },
  { key: "day", title: words.day, phone: "more", cell: ({ day }) => formatDay(day) },
  {
    key: "origin",
    title: words.origin,
    cell: ({ derived }) => words.origins[derived ? "derived" : "given"],
  },
];

const SHOWN = 6;

interface MissingRatesProps {
  /** Opens the form of a new rate. */
  onAdd: (rate: { base: string; quote: string; day?: string }) => void;
}

/** The rates that orders wait for, or could lack; nothing while there are none. */
function MissingRates({ onAdd }: MissingRatesProps) {
  const answer = useQuery({
    ...query("/network/missing_rates"),
    // A rate that was saved is on its way to the orders that wait for it.
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ orders }) => orders > 0) ? LIVE_INTERVAL : false,
  });
  const list = answer.data?.list ?? [];
  if (list.length === 0) return null;
  const waiting = list.reduce((sum, { orders }) => sum + orders, 0);
  return (
    <Callout state="pending" title={words.missing(list.length, formatNumber(waiting), waiting)}>
      <Text size="sm">{words.missingHelp}</Text>
      <Group mt={4}>
        {list.slice(0, SHOWN).map(({ base, quote, publishers, orders, first_day, last_day }) => (
          <Anchor
            key={`${base} ${quote}`}
            component="button"
            type="button"
            size="sm"
            onClick={() => onAdd({ base, quote, day: first_day ?? undefined })}
          >
            {first_day && last_day
              ? words.addAwaited(base, quote, formatNumber(orders), orders, [
                  formatDay(first_day),
                  formatDay(last_day),
                ])
              : words.addMissing(base, quote, publishers)}
          </Anchor>
        ))}
        {list.length > SHOWN && <Text size="sm">{words.moreMissing(list.length - SHOWN)}</Text>}
      </Group>
    </Callout>
  );
}
