import { Stack } from "@mantine/core";
import type { GuardedChange } from "@/api/gen/types.gen";
import { guardedChange as words } from "@/text/accounts/guardedChange";
import { team } from "@/text/accounts/team";
import { paymentMethod } from "@/text/payments/paymentMethod";
import { formatDateTime } from "@/ui/base/format";
import { DetailRow } from "@/ui/layout/DetailRow";

/** What a change replaces by what, who made it, and when. */
export function ChangeFacts({ change, zone }: { change: GuardedChange; zone: string }) {
  const { kind, method, before, after, changed_by, reason, changed_at, applied } = change;
  const nameOf = (value: string) =>
    kind === "role" || kind === "joined" ? (team.roles[value as "owner"] ?? value) : value;
  return (
    <Stack gap={4}>
      {method && <DetailRow name={words.method}>{paymentMethod.kinds[method]}</DetailRow>}
      {before && <DetailRow name={words.before}>{nameOf(before)}</DetailRow>}
      {after && (
        <DetailRow name={applied ? words.after : words.afterWait}>{nameOf(after)}</DetailRow>
      )}
      <DetailRow name={words.by}>{changed_by ?? words.network}</DetailRow>
      {reason && <DetailRow name={words.reason}>{reason}</DetailRow>}
      <DetailRow name={words.at}>{formatDateTime(changed_at, zone)}</DetailRow>
    </Stack>
  );
}
