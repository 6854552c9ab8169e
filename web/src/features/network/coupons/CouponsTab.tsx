import { Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { FormTable } from "@/features/network/FormTable";
import { useBrandChip } from "@/features/network/pickers/pickerChips";
import { couponsInput, pageOf, type TabProps } from "@/features/network/search";
import { coupons as words } from "@/text/network/coupons";
import { parseId } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { FilterBar } from "@/ui/filter/FilterBar";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";

import { CouponForm } from "./CouponForm";
import { couponColumns } from "./couponColumns";

/** The coupons of all brands or of one, those that are over too, and the form of one. */
export function CouponsTab({ search, onSearch }: TabProps) {
  const answer = useQuery({
    ...query("/network/coupons", couponsInput(search)),
    placeholderData: keepPreviousData,
  });
  const { mcid } = search;
  const edited = parseId(search.edit);
  const opened = useOpenedRow({
    answer,
    isOpened: search.edit === undefined ? undefined : ({ id }) => id === edited,
    alone: query("/network/coupons", { filter: { id: edited } }),
  });
  const narrow = (value: string | undefined) =>
    onSearch({ ...search, mcid: value, curPage: undefined });
  const brand = useBrandChip(mcid, narrow);
  return (
    <Stack gap="md">
      <FormTable
        search={search}
        onSearch={onSearch}
        name="network_coupons"
        label={words.table}
        answer={answer}
        columns={couponColumns(({ id }) => onSearch({ ...search, edit: String(id) }))}
        id={({ id }) => String(id)}
        page={pageOf(search)}
        filters={<FilterBar chips={[brand]} />}
        empty={
          mcid ? (
            <EmptyState
              title={words.noMatch}
              help={words.noMatchHelp}
              action={
                <Button size="xs" variant="default" onClick={() => narrow(undefined)}>
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
          <CouponForm key={search.edit} saved={saved} mcid={mcid} onSaved={close} />
        )}
      />
    </Stack>
  );
}
