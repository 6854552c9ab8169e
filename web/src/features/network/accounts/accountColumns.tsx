import type { NetworkAccount } from "@/api/gen/types.gen";
import { table } from "@/text/core/table";
import { accounts } from "@/text/network/accounts";
import { network } from "@/text/network/network";
import { DateText } from "@/ui/base/Numbers";
import type { State } from "@/ui/base/theme";
import type { Column } from "@/ui/table/DataTable";

import { AccountActions } from "./AccountActions";
import { AccountState, TwoNames } from "./accountCells";

type StateName = keyof typeof accounts.states;
const STATES: Record<StateName, State> = {
  open: "approved",
  unverified: "pending",
  locked: "rejected",
  closed: "offline",
};

function stateOf({ closed, locked, email_verified }: NetworkAccount): StateName {
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
        <TwoNames first={publisher || username} second={String(uid)} />
      ),
    },
    {
      key: "username",
      title: accounts.owner,
      cell: ({ username, email }) => <TwoNames first={username} second={email} />,
    },
    {
      key: "state",
      title: accounts.state,
      phone: "status",
      cell: (row) => (
        <AccountState
          state={STATES[stateOf(row)]}
          label={accounts.states[stateOf(row)]}
          row={row}
        />
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
      title: table.actions,
      cell: (row) => <AccountActions row={row} label={network.actions(row.username)} />,
      always: true,
      phone: "menu",
      width: 88,
    },
  ];
}
