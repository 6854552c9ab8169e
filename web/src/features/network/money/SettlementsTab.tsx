import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { useArrival } from "@/api/arrival";
import type { NetworkSettlement } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import type { TabProps } from "@/features/network/searchParams";
import { pageAfter } from "@/features/network/searchParams";
import { table } from "@/text/core/table";
import { money } from "@/text/network/money";
import { payment } from "@/text/payments/payment";
import { formatMonth } from "@/ui/base/format";
import { overlay } from "@/ui/base/overlay";
import { SETTLEMENT_LOOKS } from "@/ui/base/paymentLooks";
import { parseId } from "@/ui/base/searchParams";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { countColumn, moneyColumn, stateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { CloseMonth } from "./CloseMonth";
import { ReferenceModal } from "./ReferenceModal";
import { SettlementDrawer } from "./SettlementDrawer";
import {
  SETTLEMENT_STATES,
  SETTLEMENT_TYPES,
  type SettlementsSearch,
  settlementsInput,
} from "./searchParams";

const BonusModal = overlay(() => import("./bonus/BonusModal").then(({ BonusModal }) => BonusModal));

/** Settlements: closing months, granting bonuses, and recording brands' payments. */
export function SettlementsTab({ search, onSearch }: TabProps<SettlementsSearch>) {
  const user = useUser();
  const mayEdit = hasPermission(user, "settlement.edit");
  const arrived = useArrival(query("/network/months"));
  const [adding, setAdding] = useState(false);
  const [paid, setPaid] = useState<NetworkSettlement | null>(null);
  const answer = useSteadyQuery("/network/settlements", settlementsInput(search));
  const brandPaid = useCall("/network/brand_paid", {
    refresh: ["/network/settlements"],
    onSuccess: ({ mcid }) => toast.success(money.brandPaidDone(mcid)),
  });
  const { settlement_state, settlement_type, mcid, uid } = search;
  const go = (change: Partial<SettlementsSearch>) =>
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
  if (!arrived) return <Skeleton h={480} radius="lg" />;
  const chip = chipsOf(search, go);
  return (
    <Stack>
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
          chip.choice("settlement_state", money.state, payment.settlementStates, SETTLEMENT_STATES),
          chip.choice("settlement_type", money.type, payment.types, SETTLEMENT_TYPES),
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
          <EmptyList
            words={money}
            onClear={!!(settlement_state || settlement_type || mcid || uid) && (() => onSearch({}))}
          />
        }
        page={pageAfter(search)}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
      <SettlementDrawer
        shown={parseId(search.look)}
        zone={user.time_zone}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
      {adding && <BonusModal onClosed={() => setAdding(false)} />}
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
  textColumn("settlement_id", money.settlement),
  {
    key: "brand_name",
    title: money.paidFor,
    phone: "lead",
    cell: ({ brand_name, note }) => brand_name ?? note,
  },
  stateColumn("state", money.state, SETTLEMENT_LOOKS, payment.settlementStates),
  moneyColumn("amount", money.amount, { phone: "figure" }),
  textColumn("publisher", money.publisher, { phone: "more" }),
  textColumn("uid", money.uid),
  {
    key: "period",
    title: money.period,
    phone: "more",
    cell: ({ period }) => formatMonth(`${period}-01`),
  },
  { key: "type", title: money.type, cell: ({ type }) => payment.types[type] },
  countColumn("orders", money.orders),
];
