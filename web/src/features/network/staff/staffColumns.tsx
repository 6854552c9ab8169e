import { Stack, Text } from "@mantine/core";

import type { StaffAccount } from "@/api/gen/types.gen";
import { network } from "@/text/network/network";
import { staff as words } from "@/text/network/staff";
import { DateText } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import type { Column } from "@/ui/table/DataTable";

import type { StaffAction } from "./staffPrompt";

type StaffState = keyof typeof words.states;
const STATES: Record<StaffState, State> = {
  active: "approved",
  invited: "pending",
  locked: "rejected",
};

function stateOf({ locked, invited }: StaffAccount): StaffState {
  if (locked) return "locked";
  return invited ? "invited" : "active";
}

/** What operators see of one another; nobody acts on themselves. */
export function staffColumns(
  zone: string,
  own: number,
  onAction: (action: StaffAction) => void,
): Array<Column<StaffAccount>> {
  return [
    {
      key: "email",
      title: words.member,
      cell: ({ email, username }) => (
        <Stack gap={0} maw={280}>
          <Text span inherit fw={500} truncate title={email}>
            {email}
          </Text>
          <Text span size="xs" c="dimmed" truncate>
            {username}
          </Text>
        </Stack>
      ),
    },
    {
      key: "state",
      title: words.state,
      phone: "status",
      cell: (row) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge state={STATES[stateOf(row)]}>{words.states[stateOf(row)]}</StatusBadge>
          {row.new_password_due && (
            <Text span size="xs" c="dimmed">
              {words.newPasswordDue}
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
      title: words.twoStep,
      cell: ({ two_step }) => (two_step ? words.on : words.off),
    },
    {
      key: "last_seen",
      title: words.lastSeen,
      cell: ({ last_seen }) =>
        last_seen ? <DateText value={last_seen} zone={zone} /> : words.never,
    },
    {
      key: "created_at",
      title: words.joined,
      cell: ({ created_at }) => <DateText value={created_at} zone={zone} />,
    },
    {
      key: "actions",
      title: network.actionsHead,
      always: true,
      phone: "menu",
      width: 88,
      cell: (member) =>
        member.id === own ? (
          <Text span c="dimmed" size="sm">
            {words.you}
          </Text>
        ) : (
          <ActionMenu
            label={network.actions(member.email)}
            groups={[
              [{ label: words.reset, onClick: () => onAction({ kind: "reset", member }) }],
              [
                member.locked
                  ? { label: words.unlock, onClick: () => onAction({ kind: "unlock", member }) }
                  : { label: words.lock, onClick: () => onAction({ kind: "lock", member }) },
              ],
            ]}
          />
        ),
    },
  ];
}
