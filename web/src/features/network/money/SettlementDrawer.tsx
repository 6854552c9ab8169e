import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { NetworkSettledOrders, NetworkSettlement } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { money } from "@/text/network/money";
import { network } from "@/text/network/network";
import { payment as words } from "@/text/payments/payment";
import { formatMoney, formatMonth, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { SETTLEMENT_LOOKS } from "@/ui/base/paymentLooks";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { DetailRow, MoneyRow, TimeRow } from "@/ui/layout/DetailRow";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { InfoDrawer } from "./InfoDrawer";

const SHOWN = 100;

interface SettlementDrawerProps {
  shown: number | undefined;
  zone: string;
  onClose: () => void;
}

/** A publisher's settlement and the orders that it is made of. */
export function SettlementDrawer({ shown, zone, onClose }: SettlementDrawerProps) {
  const answer = useQuery({
    ...query("/network/settlement_info", {
      attributes: { settlement_id: shown ?? 0 },
      page: { perPage: SHOWN },
    }),
    enabled: shown !== undefined,
  });
  return (
    <InfoDrawer
      shown={shown}
      title={money.settlementTitle(shown ?? 0)}
      answer={answer}
      onClose={onClose}
    >
      {(info) => (
        <Stack gap="lg" pb="lg">
          <Facts row={info.settlement} zone={zone} />
          {info.total > 0 && <Orders info={info} />}
        </Stack>
      )}
    </InfoDrawer>
  );
}

function Facts({ row, zone }: { row: NetworkSettlement; zone: string }) {
  return (
    <Stack gap="sm">
      <DetailRow name={money.publisher}>{network.publisherOf(row.publisher, row.uid)}</DetailRow>
      <DetailRow name={money.state}>
        <StatusBadge state={SETTLEMENT_LOOKS[row.state]}>
          {words.settlementStates[row.state]}
        </StatusBadge>
      </DetailRow>
      <DetailRow name={money.type}>{words.types[row.type]}</DetailRow>
      {row.brand_name && <DetailRow name={money.brand}>{row.brand_name}</DetailRow>}
      {row.note && <DetailRow name={money.note}>{row.note}</DetailRow>}
      <DetailRow name={money.period}>{formatMonth(`${row.period}-01`)}</DetailRow>
      <MoneyRow name={money.amount} amount={row.amount} currency={row.currency} />
      <TimeRow name={money.madeAt} value={row.created_at} zone={zone} />
      {row.payable_at && <TimeRow name={money.payableAt} value={row.payable_at} zone={zone} />}
      {row.payment_id !== null && (
        <DetailRow name={money.payment}>
          <AnchorLink to="/network/payments" search={{ look: String(row.payment_id) }}>
            {row.payment_id}
          </AnchorLink>
        </DetailRow>
      )}
    </Stack>
  );
}

function Orders({ info }: { info: NetworkSettledOrders }) {
  const { settlement, list, total, sum } = info;
  return (
    <Stack gap="sm">
      <Title order={3}>{money.orders}</Title>
      <Text size="sm">
        {words.sumOf(
          formatMoney(sum, settlement.currency),
          formatMoney(settlement.amount, settlement.currency),
        )}
      </Text>
      <SmallTable label={money.orders}>
        <thead>
          <tr>
            <Head>{words.order}</Head>
            <Head numeric>{words.items}</Head>
            <Head numeric>{words.commission}</Head>
          </tr>
        </thead>
        <tbody>
          {list.map(({ oid, order_id, items, commission, currency }) => (
            <tr key={oid}>
              <Cell>
                <AnchorLink to="/network/orders" search={{ look: String(oid) }}>
                  {order_id}
                </AnchorLink>
              </Cell>
              <Cell numeric>{formatNumber(items)}</Cell>
              <Cell numeric>
                <Money amount={commission} currency={currency} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {total > SHOWN && <Hint>{money.firstOf(formatNumber(SHOWN), formatNumber(total))}</Hint>}
    </Stack>
  );
}
