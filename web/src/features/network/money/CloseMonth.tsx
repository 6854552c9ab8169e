import { Button, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { MonthProgress } from "@/api/gen/types.gen";
import { invalidate } from "@/api/invalidate";
import { query, useCall } from "@/api/query";
import { money } from "@/text/network/money";
import { formatMonth, formatNumber } from "@/ui/base/format";
import { overlay } from "@/ui/base/overlay";
import { Callout } from "@/ui/feedback/Callout";
import { QueryError } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { LazySelect } from "@/ui/picker/LazySelect";

const CloseMonthModal = overlay(() =>
  import("./CloseMonthModal").then(({ CloseMonthModal }) => CloseMonthModal),
);

const monthName = (period: string) => formatMonth(`${period}-01`);

/** Closes a month for every brand that allows it, or says why none does. */
export function CloseMonth() {
  const answer = useQuery(query("/network/months"));
  const [picked, setPicked] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const settle = useCall("/network/settle", {
    refresh: ["/network/months", "/network/closings", "/network/settlements"],
    onSuccess: ({ list }, { attributes: { period } }) => {
      setPicked(period);
      const closing = list.filter(({ outcome }) => outcome === "closing").length;
      if (closing) toast.success(money.closing(closing));
    },
  });
  if (answer.error && !answer.data) {
    return (
      <Paper w="100%">
        <QueryError of={answer} what={money.months} />
      </Paper>
    );
  }
  const months = answer.data?.list ?? [];
  // Months close in order: the one to close next comes first to mind.
  const month =
    months.find(({ period }) => period === picked) ??
    months.findLast(({ open }) => open > 0) ??
    months[0];
  const refused = settle.data?.list.filter(({ outcome }) => outcome === "refused") ?? [];
  return (
    <Stack gap="sm" mih={56}>
      {month && (
        <>
          <Group gap="sm" align="flex-end">
            <LazySelect
              label={money.month}
              data={months.map(({ period }) => ({ value: period, label: monthName(period) }))}
              value={month.period}
              onChange={setPicked}
            />
            {month.open > 0 && (
              <Button loading={settle.isPending} onClick={() => setAsked(month.period)}>
                {money.close}
              </Button>
            )}
            <Text size="xs" c="dimmed" role="status">
              {noteOf(month)}
            </Text>
          </Group>
          <ClosingProgress month={month} />
          {asked && (
            <CloseMonthModal
              period={asked}
              onConfirm={() => settle.mutate({ attributes: { period: asked } })}
              onClosed={() => setAsked(null)}
            />
          )}
        </>
      )}
      {refused.length > 0 && (
        <Callout state="pending" title={money.refusedTitle}>
          {refused.map(({ mcid, reason }) => (
            <Text key={mcid} size="sm">
              {money.refused(mcid, reason ?? "")}
            </Text>
          ))}
        </Callout>
      )}
    </Stack>
  );
}

/** A note about a month before it is closed, or why there is nothing to close. */
function noteOf({ open, closing, waiting, closed }: MonthProgress): string {
  if (open > 0) return money.settlementsHelp;
  if (waiting > 0) return money.earlierFirst(money.brands(formatNumber(waiting), waiting === 1));
  if (closing > 0) return "";
  return closed > 0 ? money.closedAll : money.nothingToClose;
}

const POLL = 2_000;

/** The progress of closing a month; the settlements below are updated with it. */
function ClosingProgress({ month: known }: { month: MonthProgress }) {
  const { period: month } = known;
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
  // Until it is asked, the month's own count says it.
  const shown = closed ?? known.closed;
  const started = begun ?? known.closed + known.closing;
  const total = started + known.open + known.waiting;
  if (started === 0 || shown === total) return null;
  const text = money.closedOf(formatNumber(shown), formatNumber(total));
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{text}</Text>
      <Progress value={(100 * shown) / total} aria-label={text} />
    </Stack>
  );
}
