import { Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { ExchangeRate } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { FormTable } from "@/features/network/FormTable";
import { pageOf, ratesInput, type TabProps } from "@/features/network/search";
import { rates as words } from "@/text/network/rates";
import { formatDay, formatNumber } from "@/ui/base/format";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { textChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import type { Column } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { MissingRates } from "./MissingRates";
import { parseRate, RateForm, rateKey } from "./RateForm";

/** Exchange rates by day, and the form of one. */
export function RatesTab({ search, onSearch }: TabProps) {
  const answer = useQuery({
    ...query("/network/rates", ratesInput(search)),
    placeholderData: keepPreviousData,
  });
  const { base, quote } = search;
  const opened = useOpenedRow({
    answer,
    isOpened: search.edit === undefined ? undefined : (row) => rateKey(row) === search.edit,
    alone: query("/network/rates", { filter: parseRate(search.edit) }),
  });
  const narrow = (change: Partial<TabProps["search"]>) =>
    onSearch({ ...search, curPage: undefined, ...change });
  return (
    <Stack gap="md">
      <MissingRates onAdd={(pair) => narrow({ ...pair, add: true })} />
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
          <FilterBar
            chips={[
              textChip("base", words.base, base, (value) => narrow({ base: value })),
              textChip("quote", words.quote, quote, (value) => narrow({ quote: value })),
            ]}
          />
        }
        empty={
          base || quote ? (
            <EmptyState
              title={words.noMatch}
              help={words.noMatchHelp}
              action={
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => narrow({ base: undefined, quote: undefined })}
                >
                  {words.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={words.none} help={words.noneHelp} />
          )
        }
        add={words.add}
        change={words.change}
        opened={opened}
        form={(close, saved) => (
          <RateForm key={search.edit} saved={saved} pair={search} onSaved={close} />
        )}
      />
    </Stack>
  );
}

/** Of a rate in the list; the form has all of them. */
const DECIMALS = 6;

const COLUMNS: Array<Column<ExchangeRate>> = [
  { key: "base", title: words.base, phone: "lead", cell: ({ base }) => base },
  { key: "quote", title: words.quote, phone: "more", cell: ({ quote }) => quote },
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
