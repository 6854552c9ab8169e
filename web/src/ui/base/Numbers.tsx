import { Text, type TextProps, VisuallyHidden } from "@mantine/core";
import { Hint } from "@/ui/base/Hint";

import {
  formatAmount,
  formatDateTime,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
} from "./format";

/** What stands for a value that there is none of. */
export const NOTHING = "–";

interface MoneyProps extends TextProps {
  amount: string | null;
  currency: string;
  /** Where the column's head has the currency already. */
  bare?: boolean;
}

/** Money, to the digit. */
export function Money({ amount, currency, bare, ...rest }: MoneyProps) {
  const format = bare ? formatAmount : formatMoney;
  const text = amount === null ? NOTHING : format(amount, currency);
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

interface ChangeProps {
  /** The change relative to the previous figure, or null if that was zero. */
  change: number | null;
  /** Whether an increase is good; absent where it is neither. */
  upIsGood?: boolean;
  words: { up: string; down: string; same: string; new: string };
}

/** The largest change that is shown as it is: multiples of a tiny figure are meaningless. */
const LARGEST_CHANGE = 9.99;

/** A change from the previous period: arrow, sign and word, coloured only where it is good or bad. */
export function Change({ change, upIsGood, words }: ChangeProps) {
  if (change === null || !Number.isFinite(change)) {
    return <Hint span>{words.new}</Hint>;
  }
  const rounded = Math.round(change * 1000) / 1000;
  if (rounded === 0) {
    return <Hint span>{words.same}</Hint>;
  }
  const up = rounded > 0;
  const large = Math.abs(rounded) > LARGEST_CHANGE;
  const role = upIsGood === undefined ? "offline" : up === upIsGood ? "approved" : "rejected";
  return (
    // Positioned relative to the page, its hidden text would make the page as wide as a scrolling frame.
    <Text span size="xs" c={`var(--portal-${role})`} fw={500} pos="relative">
      <span aria-hidden="true">{up ? "↑ " : "↓ "}</span>
      {large ? ">" : <span aria-hidden="true">{up ? "+" : "−"}</span>}
      {formatPercent(large ? LARGEST_CHANGE : Math.abs(rounded), 1)}
      <VisuallyHidden component="span"> {up ? words.up : words.down}</VisuallyHidden>
    </Text>
  );
}
