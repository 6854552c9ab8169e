import { Stack, Text } from "@mantine/core";

import type { NetworkAccount } from "@/api/gen/types.gen";
import { accounts } from "@/text/network/accounts";
import { network } from "@/text/network/network";
import { DateText } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import type { Column } from "@/ui/table/DataTable";

import { AccountActions } from "./AccountActions";

type AccountState = keyof typeof accounts.states;
const STATES: Record<AccountState, State> = {
  open: "approved",
  unverified: "pending",
  locked: "rejected",
  closed: "offline",
};

function stateOf({ closed, locked, email_verified }: NetworkAccount): AccountState {
  if (closed) return "closed";
  if (locked) return "locked";
  return email_verified ? "open" : "unverified";
}

/** What an operator sees of each publisher's account. */
export function accountColumns(zone: string): Array<Column<NetworkAccount>> {
  return [
    {
      key: "publisher",
      title: network.publisher,
      cell: ({ publisher, username, uid }) => (
        <Stack gap={0} maw={240}>
          <Text span inherit fw={500} truncate>
            {publisher || username}
          </Text>
          <Text span size="xs" c="dimmed">
            {uid}
          </Text>
        </Stack>
      ),
    },
    {
      key: "username",
      title: accounts.owner,
      cell: ({ username, email }) => (
        <Stack gap={0} maw={280}>
          <Text span inherit truncate>
            {username}
          </Text>
          <Text span size="xs" c="dimmed" truncate>
            {email}
          </Text>
        </Stack>
      ),
    },
    {
      key: "state",
      title: accounts.state,
      phone: "status",
      cell: (row) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge state={STATES[stateOf(row)]}>{accounts.states[stateOf(row)]}</StatusBadge>
          {row.new_password_due && (
            <Text span size="xs" c="dimmed">
              {accounts.newPasswordDue}
            </Text>
          )}
          {row.locked && row.lock_reason && (
            <Text span size="xs" c="dimmed" truncate maw={240} title={row.lock_reason}>
              {row.lock_reason}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: "two_step",
      title: accounts.twoStep,
      cell: ({ two_step }) => (two_step ? accounts.on : accounts.off),
    },
    {
      key: "created_at",
      title: accounts.joined,
      cell: ({ created_at }) => <DateText value={created_at} zone={zone} />,
    },
    {
      key: "actions",
      title: network.actionsHead,
      cell: (row) => <AccountActions row={row} label={network.actions(row.username)} />,
      always: true,
      phone: "menu",
      width: 88,
    },
  ];
}
