import { Text, type TextProps } from "@mantine/core";

import {
  formatAmount,
  formatDateTime,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
} from "./format";

/** Shown in place of a missing value. */
export const NOTHING = "–";

interface MoneyProps extends TextProps {
  amount: string | null;
  currency: string;
  /** Without the currency, if the column's heading has it. */
  bare?: boolean;
}

/** An amount of money with all its digits. */
export function Money({ amount, currency, bare, ...rest }: MoneyProps) {
  const format = bare ? formatAmount : formatMoney;
  const text = amount == null ? NOTHING : format(amount, currency);
  return (
    <Text span inherit {...rest}>
      {text}
    </Text>
  );
}

/** A count. */
export function Num({ value, digits }: { value: string | number | null; digits?: number }) {
  return <span>{value === null ? NOTHING : formatNumber(value, digits)}</span>;
}

/** A share of one, as a percentage. */
export function Percent({ value, digits }: { value: string | number | null; digits?: number }) {
  return <span>{value === null ? NOTHING : formatPercent(value, digits)}</span>;
}

/** A day (`2026-11-20`) or a moment with an offset; the time zone is shown once per screen, not here. */
export function DateText({ value, zone }: { value: string | null; zone?: string }) {
  if (!value) return <span>{NOTHING}</span>;
  return (
    <time dateTime={value}>
      {value.length === 10 ? formatDay(value) : formatDateTime(value, zone)}
    </time>
  );
}
