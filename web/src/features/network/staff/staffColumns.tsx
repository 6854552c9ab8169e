import { Text } from "@mantine/core";
import type { StaffAccount } from "@/api/gen/types.gen";
import { AccountState, TwoNames } from "@/features/network/accounts/accountCells";
import { table } from "@/text/core/table";
import { network } from "@/text/network/network";
import { staff as words } from "@/text/network/staff";
import { DateText } from "@/ui/base/Numbers";
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
      cell: ({ email, username }) => <TwoNames first={email} second={username} />,
    },
    {
      key: "state",
      title: words.state,
      phone: "status",
      cell: (row) => (
        <AccountState state={STATES[stateOf(row)]} label={words.states[stateOf(row)]} row={row} />
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
      title: table.actions,
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
