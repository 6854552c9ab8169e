import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { NetworkSettlement } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import {
  SETTLEMENT_STATES,
  SETTLEMENT_TYPES,
  settlementsInput,
  type TabProps,
} from "@/features/network/search";
import { TabPages } from "@/features/network/TabPages";
import { table } from "@/text/core/table";
import { money } from "@/text/network/money";
import { payment } from "@/text/publisher/payment";
import { formatMonth } from "@/ui/base/format";
import { SETTLEMENT_LOOKS } from "@/ui/base/moneyLooks";
import { Money, Num } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { parseId } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { CloseMonth } from "./CloseMonth";
import { ReferenceModal } from "./ReferenceModal";
import { SettlementDrawer } from "./SettlementDrawer";

const BonusModal = lazy(() =>
  import("./bonus/BonusModal").then(({ BonusModal }) => ({ default: BonusModal })),
);

/** Months closed, bonuses, and what brands have paid for. */
export function SettlementsTab({ search, onSearch }: TabProps) {
  const user = useUser();
  const mayEdit = hasPermission(user, "settlement.edit");
  const [adding, setAdding] = useState(false);
  const [paid, setPaid] = useState<NetworkSettlement | null>(null);
  const answer = useQuery({
    ...query("/network/settlements", settlementsInput(search)),
    placeholderData: keepPreviousData,
  });
  const brandPaid = useCall("/network/brand_paid", {
    refresh: ["/network/settlements"],
    onSuccess: ({ mcid }) => toast.success(money.brandPaidDone(mcid)),
  });
  const { settlement_state, settlement_type, mcid, uid } = search;
  const go = (change: Partial<TabProps["search"]>) =>
    onSearch({ ...search, cursor: undefined, ...change });
  const brand = useBrandChip(mcid, (value) => go({ mcid: value }));
  const publisher = usePublisherChip(uid, (value) => go({ uid: value }));
  const actions: Column<NetworkSettlement> = {
    key: "actions",
    title: table.actions,
    always: true,
    phone: "menu",
    cell: (row) =>
      mayEdit &&
      row.state === "waiting" && (
        <ActionMenu
          label={money.actionsOf(row.settlement_id)}
          busy={brandPaid.isPending}
          groups={[[{ label: money.brandPaid, onClick: () => setPaid(row) }]]}
        />
      ),
  };
  return (
    <Stack gap="md">
      {mayEdit && (
        <Group justify="space-between" align="flex-end">
          <CloseMonth />
          <Button variant="default" onClick={() => setAdding(true)}>
            {money.bonus}
          </Button>
        </Group>
      )}
      <FilterBar
        chips={[
          choiceChip({
            key: "state",
            name: money.state,
            words: payment.settlementStates,
            of: SETTLEMENT_STATES,
            value: settlement_state,
            onChange: (value) => go({ settlement_state: value }),
          }),
          choiceChip({
            key: "type",
            name: money.type,
            words: payment.types,
            of: SETTLEMENT_TYPES,
            value: settlement_type,
            onChange: (value) => go({ settlement_type: value }),
          }),
          brand,
          publisher,
        ]}
      />
      <DataTable
        name="network_settlements"
        label={money.settlements}
        answer={answer}
        columns={[...COLUMNS, actions]}
        id={({ settlement_id }) => settlement_id}
        onOpen={
          mayEdit
            ? ({ settlement_id }) => onSearch({ ...search, look: String(settlement_id) })
            : undefined
        }
        opened={search.look ?? null}
        hiddenByDefault={["uid"]}
        empty={
          settlement_state || settlement_type || mcid || uid ? (
            <EmptyState
              title={money.noMatch}
              help={money.noMatchHelp}
              action={
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => onSearch({ tab: "settlements" })}
                >
                  {money.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={money.none} help={money.noneHelp} />
          )
        }
        pages={<TabPages data={answer.data} search={search} onSearch={onSearch} />}
      />
      <SettlementDrawer
        shown={parseId(search.look)}
        zone={user.time_zone}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
      {adding && (
        <Suspense>
          <BonusModal onClosed={() => setAdding(false)} />
        </Suspense>
      )}
      <ReferenceModal
        key={paid?.settlement_id}
        title={
          paid ? money.brandPaidTitle(paid.brand_name ?? "", formatMonth(`${paid.period}-01`)) : ""
        }
        help={money.brandPaidHelp}
        confirm={money.brandPaid}
        opened={paid !== null}
        onClose={() => setPaid(null)}
        onReference={async (reference) => {
          const { mcid: brand, period } = paid ?? {};
          if (!brand || !period) return;
          await brandPaid.mutateAsync({ attributes: { mcid: brand, period, reference } });
        }}
      />
    </Stack>
  );
}

const COLUMNS: Array<Column<NetworkSettlement>> = [
  { key: "settlement_id", title: money.settlement, cell: (row) => row.settlement_id },
  {
    key: "brand_name",
    title: money.paidFor,
    phone: "lead",
    cell: ({ brand_name, note }) => brand_name ?? note,
  },
  {
    key: "state",
    title: money.state,
    phone: "status",
    cell: ({ state }) => (
      <StatusBadge state={SETTLEMENT_LOOKS[state]}>{payment.settlementStates[state]}</StatusBadge>
    ),
  },
  {
    key: "amount",
    title: money.amount,
    numeric: true,
    phone: "figure",
    cell: (row) => <Money amount={row.amount} currency={row.currency} />,
  },
  { key: "publisher", title: money.publisher, phone: "more", cell: (row) => row.publisher },
  { key: "uid", title: money.uid, cell: (row) => row.uid },
  {
    key: "period",
    title: money.period,
    phone: "more",
    cell: ({ period }) => formatMonth(`${period}-01`),
  },
  { key: "type", title: money.type, cell: ({ type }) => payment.types[type] },
  { key: "orders", title: money.orders, numeric: true, cell: (row) => <Num value={row.orders} /> },
];
