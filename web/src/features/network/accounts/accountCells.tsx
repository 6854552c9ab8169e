import { Stack, Text } from "@mantine/core";
import { accounts } from "@/text/network/accounts";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";

interface AccountStateProps {
  state: State;
  label: string;
  row: { new_password_due: boolean; locked: boolean; lock_reason?: string | null };
}

/** An account's state, and why it cannot be used as it is. */
export function AccountState({ state, label, row }: AccountStateProps) {
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge state={state}>{label}</StatusBadge>
      {row.new_password_due && <Hint span>{accounts.newPasswordDue}</Hint>}
      {row.locked && row.lock_reason && (
        <Text span size="xs" c="dimmed" truncate maw={240} title={row.lock_reason}>
          {row.lock_reason}
        </Text>
      )}
    </Stack>
  );
}

/** A name with a second, distinguishing text below it, each truncated if too long. */
export function TwoNames({ first, second }: { first: string; second: string }) {
  return (
    <Stack gap={0} maw={280} className="portal-names">
      <Text span inherit fw={500} truncate title={first}>
        {first}
      </Text>
      <Text span size="xs" c="dimmed" truncate title={second}>
        {second}
      </Text>
    </Stack>
  );
}
