import { Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { invalidate } from "@/api/invalidate";
import { query } from "@/api/query";
import { money } from "@/text/network/money";
import { formatNumber } from "@/ui/base/format";

const POLL = 2_000;

interface ClosingProgressProps {
  month: string;
  /** Brands that have not begun to close it. */
  others: number;
}

/** How far a month is closed, until it is; the settlements below follow. */
export function ClosingProgress({ month, others }: ClosingProgressProps) {
  const { data } = useQuery({
    ...query("/network/closings", { attributes: { period: month } }),
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ outcome }) => outcome === "closing") ? POLL : false,
  });
  const closed = data?.list.filter(({ outcome }) => outcome === "closed").length;
  const begun = data?.list.length;
  const listed = useRef({ month, closed });
  useEffect(() => {
    const before = listed.current;
    listed.current = { month, closed };
    const more = (closed ?? 0) > (before.closed ?? Number.POSITIVE_INFINITY);
    if (before.month !== month || !more) return;
    void invalidate(["/network/settlements"]);
    if (closed === begun) void invalidate(["/network/months"]);
  }, [month, closed, begun]);
  if (!begun || closed === undefined) return null;
  const total = begun + others;
  if (closed === total) return null;
  const text = money.closedOf(formatNumber(closed), formatNumber(total));
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{text}</Text>
      <Progress value={(100 * closed) / total} aria-label={text} />
    </Stack>
  );
}
