import { Stack, Text, VisuallyHidden } from "@mantine/core";

import type { Payment, PaymentProof } from "@/api/gen/types.gen";
import { payment as words } from "@/text/payments/payment";
import { formatMoney } from "@/ui/base/format";
import { Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Callout } from "@/ui/feedback/Callout";
import { Cell, SmallTable } from "@/ui/table/SmallTable";
import { parseAmount, toAmount } from "./decimals";
import classes from "./ProofSum.module.css";

interface Line {
  sign?: string;
  /** The sign as it is read out. */
  spoken?: string;
  name: string;
  amount: string;
  /** By how much it is more than the lines above; absent where it is a summand. */
  off?: bigint;
}

interface ProofSumProps {
  proof: PaymentProof;
  /** The payment, whose fee and VAT lead on to what arrives. */
  payment?: Payment;
  /** What to do about sums that differ. */
  advice: string;
}

/** A payment as a sum: its orders and bonuses are its settlements, and these are the payment; each line is checked. */
export function ProofSum({ proof, payment, advice }: ProofSumProps) {
  const { currency, differences } = proof;
  const lines = payment ? [...grossLines(proof), ...netLines(payment)] : provenLines(proof);
  return (
    <Stack gap="sm">
      <div className={classes.sum}>
        <SmallTable label={words.proof(proof.payment_id)}>
          <tbody>
            {lines.map(({ sign, spoken, name, amount, off }) => (
              <tr key={name} data-result={off === undefined ? undefined : true}>
                <Cell>
                  <span aria-hidden="true">{sign}</span>
                  <VisuallyHidden>{spoken}</VisuallyHidden>
                </Cell>
                <th scope="row">
                  {name}
                  {off !== undefined && (
                    <div className={classes.check}>
                      <Check off={off} currency={currency} />
                    </div>
                  )}
                </th>
                <Cell numeric>
                  <Money amount={amount} currency={currency} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </div>
      {differences.length > 0 && (
        <Callout state="rejected" title={advice}>
          {differences.map(({ settlement_id, expected, found }) => (
            <Text key={`${settlement_id} ${found}`} size="sm">
              {words.difference(
                settlement_id === null ? words.proofPayment : words.settlementTitle(settlement_id),
                formatMoney(found, currency),
                formatMoney(expected, currency),
              )}
            </Text>
          ))}
        </Callout>
      )}
    </Stack>
  );
}

const plus = (name: string, amount: string): Line => ({
  sign: "+",
  spoken: words.proofPlus,
  name,
  amount,
});
const equals = (name: string, amount: string, sum: bigint): Line => ({
  sign: "=",
  spoken: words.proofEquals,
  name,
  amount,
  off: parseAmount(amount) - sum,
});
const isZero = (amount: string) => parseAmount(amount) === 0n;

/** Orders and bonuses, what is settled of them, and the payment. */
function provenLines({ orders, bonuses, settlements, gross }: PaymentProof): Line[] {
  return [
    { name: words.proofOrders, amount: orders },
    plus(words.proofBonuses, bonuses),
    equals(words.proofSettlements, settlements, parseAmount(orders) + parseAmount(bonuses)),
    equals(words.proofPayment, gross, parseAmount(settlements)),
  ];
}

/** The same without what says nothing new: no bonuses, and settlements that are as much as the payment. */
function grossLines(proof: PaymentProof): Line[] {
  const { orders, bonuses, settlements, gross } = proof;
  if (parseAmount(settlements) !== parseAmount(gross)) return provenLines(proof);
  return [
    { name: words.proofOrders, amount: orders },
    ...(isZero(bonuses) ? [] : [plus(words.proofBonuses, bonuses)]),
    equals(words.proofPayment, gross, parseAmount(orders) + parseAmount(bonuses)),
  ];
}

/** From the payment before fee and VAT to what arrives, where that differs. */
function netLines({ gross, fee, vat, net }: Payment): Line[] {
  if (isZero(fee) && isZero(vat)) return [];
  const minus = { sign: "−", spoken: words.proofMinus, name: words.fee, amount: fee };
  return [
    ...(isZero(vat) ? [] : [plus(words.vat, vat)]),
    ...(isZero(fee) ? [] : [minus]),
    equals(words.proofNet, net, parseAmount(gross) + parseAmount(vat) - parseAmount(fee)),
  ];
}

function Check({ off, currency }: { off: bigint; currency: string }) {
  if (off === 0n) return <StatusBadge state="approved">{words.addsUp}</StatusBadge>;
  const by = formatMoney(toAmount(off < 0n ? -off : off), currency);
  return (
    <StatusBadge state="rejected">{off > 0n ? words.isMore(by) : words.isLess(by)}</StatusBadge>
  );
}
