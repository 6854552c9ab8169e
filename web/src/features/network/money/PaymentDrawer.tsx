import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PaymentInfo, PaymentProof } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { money } from "@/text/network/money";
import { network } from "@/text/network/network";
import { payment as words } from "@/text/payments/payment";
import { formatMonth } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { PAYMENT_LOOKS } from "@/ui/base/paymentLooks";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Callout } from "@/ui/feedback/Callout";
import { DetailRow, MoneyRow, TimeRow } from "@/ui/layout/DetailRow";
import { ProofSum } from "@/ui/money/ProofSum";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { BatchLink } from "./batch/BatchLink";
import { InfoDrawer } from "./InfoDrawer";

interface PaymentDrawerProps {
  shown: number | undefined;
  zone: string;
  onClose: () => void;
}

/** A publisher's payment: its status, its settlements, and the proof of its sum. */
export function PaymentDrawer({ shown, zone, onClose }: PaymentDrawerProps) {
  const answer = useQuery({
    ...query("/network/payment_info", { attributes: { payment_id: shown ?? 0 } }),
    enabled: shown !== undefined,
  });
  return (
    <InfoDrawer
      shown={shown}
      title={money.paymentTitle(shown ?? 0)}
      answer={answer}
      onClose={onClose}
    >
      {(info) => (
        <Stack gap="lg" pb="lg">
          {info.problem && <Callout state="rejected" title={info.problem} />}
          <Facts info={info} zone={zone} />
          <Proof proof={info.proof} />
          <Parts info={info} />
        </Stack>
      )}
    </InfoDrawer>
  );
}

function Facts({ info, zone }: { info: PaymentInfo; zone: string }) {
  const amounts = [
    [words.gross, info.gross, info.currency],
    [words.fee, info.fee, info.currency],
    [money.vat, info.vat, info.currency],
    [words.net, info.net, info.currency],
    [words.arrives, info.payout_amount, info.payout_currency],
  ] as const;
  const times = [
    [money.requested, info.request_date],
    [money.sentAt, info.sent_date],
    [money.paidAt, info.paid_date],
  ] as const;
  return (
    <Stack gap="sm">
      <DetailRow name={money.publisher}>{network.publisherOf(info.publisher, info.uid)}</DetailRow>
      <DetailRow name={money.state}>
        <StatusBadge state={PAYMENT_LOOKS[info.status]}>{words.states[info.status]}</StatusBadge>
      </DetailRow>
      {info.failure_reason && <DetailRow name={money.reason}>{info.failure_reason}</DetailRow>}
      {info.batch_id !== null && (
        <DetailRow name={money.batch}>
          <BatchLink batch={info.batch_id} />
        </DetailRow>
      )}
      <DetailRow name={money.payee}>{info.payee}</DetailRow>
      {info.trace_id && <DetailRow name={money.trace}>{info.trace_id}</DetailRow>}
      {amounts.map(([name, amount, currency]) => (
        <MoneyRow key={name} name={name} amount={amount} currency={currency} />
      ))}
      {times.map(([name, at]) => at && <TimeRow key={name} name={name} value={at} zone={zone} />)}
    </Stack>
  );
}

function Proof({ proof }: { proof: PaymentProof }) {
  return (
    <Stack gap="sm">
      <Title order={3}>{words.proof(proof.payment_id)}</Title>
      <ProofSum proof={proof} advice={money.differs} />
    </Stack>
  );
}

function Parts({ info: { parts } }: { info: PaymentInfo }) {
  return (
    <Stack gap="sm">
      <Title order={3}>{money.madeOf}</Title>
      <SmallTable label={money.madeOf}>
        <thead>
          <tr>
            <Head>{money.settlement}</Head>
            <Head>{money.brand}</Head>
            <Head numeric>{money.amount}</Head>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.settlement_id}>
              <Cell>
                <AnchorLink to="/network/settlements" search={{ look: String(part.settlement_id) }}>
                  {part.settlement_id}
                </AnchorLink>
              </Cell>
              <Cell>
                {part.brand_name ?? part.note}
                <Hint>{formatMonth(`${part.period}-01`)}</Hint>
              </Cell>
              <Cell numeric>
                <Money amount={part.amount} currency={part.currency} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Stack>
  );
}
