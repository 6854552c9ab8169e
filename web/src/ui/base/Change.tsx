import { Text, VisuallyHidden } from "@mantine/core";
import { Hint } from "@/ui/base/Hint";

import { formatPercent } from "./format";

interface ChangeProps {
  /** The change relative to the previous figure, or null if that was zero. */
  change: number | null;
  /** Whether an increase is good; absent where it is neither. */
  upIsGood?: boolean;
  words: { up: string; down: string; same: string; new: string };
}

/**
 * The largest change that is shown exactly (999%): beyond it, multiples of a tiny figure are
 * meaningless.
 */
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
