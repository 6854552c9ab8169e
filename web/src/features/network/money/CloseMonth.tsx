import { Button, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { MonthProgress } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { money } from "@/text/network/money";
import { formatMonth, formatNumber } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { Callout } from "@/ui/feedback/Callout";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { ClosingProgress } from "./ClosingProgress";

const monthName = (period: string) => formatMonth(`${period}-01`);

/** Closes a month for every brand that can, and says where none can why. */
export function CloseMonth() {
  const answer = useQuery(query("/network/months"));
  const [picked, setPicked] = useState<string | null>(null);
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
        <ErrorState
          what={money.months}
          error={answer.error}
          busy={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
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
  const ask = ({ period, open }: MonthProgress) =>
    openConfirm({
      title: money.closeTitle(monthName(period)),
      question: money.closeAsk(money.brands(formatNumber(open), open === 1)),
      confirm: money.close,
      onConfirm: () => settle.mutate({ attributes: { period } }),
    });
  return (
    <Stack gap="sm" mih={56}>
      {month && (
        <>
          <Group gap="sm" align="flex-end">
            <Select
              label={money.month}
              data={months.map(({ period }) => ({ value: period, label: monthName(period) }))}
              value={month.period}
              allowDeselect={false}
              onChange={setPicked}
            />
            {month.open > 0 && (
              <Button loading={settle.isPending} onClick={() => ask(month)}>
                {money.close}
              </Button>
            )}
            <Text size="xs" c="dimmed" role="status">
              {noteOf(month)}
            </Text>
          </Group>
          <ClosingProgress month={month.period} others={month.open + month.waiting} />
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

/** What to know of a month before it is closed, or why there is nothing to close. */
function noteOf({ open, closing, waiting, closed }: MonthProgress): string {
  if (open > 0) return money.settlementsHelp;
  if (waiting > 0) return money.earlierFirst(money.brands(formatNumber(waiting), waiting === 1));
  if (closing > 0) return "";
  return closed > 0 ? money.closedAll : money.nothingToClose;
}
