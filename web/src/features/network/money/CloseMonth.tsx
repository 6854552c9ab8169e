import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";

import { useCall } from "@/api/query";
import { money } from "@/text/network/money";
import { formatMonth } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { Callout } from "@/ui/feedback/Callout";
import { toast } from "@/ui/feedback/toasts";
import { ClosingProgress } from "./ClosingProgress";

/** The last twelve months that are over, newest first, as `2026-10`. */
function closableMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: 12 }, (_, index) => {
    const before = year * 12 + month - 2 - index;
    return `${Math.floor(before / 12)}-${String((before % 12) + 1).padStart(2, "0")}`;
  });
}

/** Closes a month for every brand, and says which brands have to close an earlier one first. */
export function CloseMonth({ today }: { today: string }) {
  const months = closableMonths(today);
  const [picked, setPicked] = useState<string | null>(null);
  const month = picked ?? months[0] ?? "";
  const named = formatMonth(`${month}-01`);
  const settle = useCall("/network/settle", {
    refresh: ["/network/closings", "/network/settlements"],
    onSuccess: ({ list }) => {
      const closing = list.filter(({ outcome }) => outcome === "closing").length;
      if (closing) toast.success(money.closing(closing));
      else if (list.every(({ outcome }) => outcome === "closed")) toast.success(money.closedAll);
    },
  });
  const refused = settle.data?.list.filter(({ outcome }) => outcome === "refused") ?? [];
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <Select
          label={money.month}
          data={months.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
          value={month}
          allowDeselect={false}
          onChange={setPicked}
        />
        <Button
          loading={settle.isPending}
          onClick={() =>
            openConfirm({
              title: money.closeTitle(named),
              question: money.closeAsk,
              confirm: money.close,
              onConfirm: () => settle.mutate({ attributes: { period: month } }),
            })
          }
        >
          {money.close}
        </Button>
        <Text size="xs" c="dimmed">
          {money.settlementsHelp}
        </Text>
      </Group>
      <ClosingProgress month={month} />
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
