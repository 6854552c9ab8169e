import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { StaffAccount } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { AccountState, TwoNames } from "@/features/network/accounts/accountCells";
import { type PagedSearch, pageOf, type TabProps } from "@/features/network/searchParams";
import { network } from "@/text/network/network";
import { staff as words } from "@/text/network/staff";
import { DateText } from "@/ui/base/Numbers";
import { overlay } from "@/ui/base/overlay";
import { parseId } from "@/ui/base/searchParams";
import type { State } from "@/ui/base/theme";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import type { PasswordPrompt } from "@/ui/confirm/lazy/PasswordModal";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { dateColumn, menuColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { useRowDrawer } from "@/ui/table/useRowDrawer";

const AddStaffModal = overlay(() =>
  import("./AddStaffModal").then(({ AddStaffModal }) => AddStaffModal),
);

/** The network's own staff: who may sign in as an operator. */
export function StaffTab({ search, onSearch }: TabProps<PagedSearch>) {
  const { id, time_zone: zone } = useUser();
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<StaffAction | null>(null);
  const page = pageOf(search);
  const answer = useSteadyQuery("/staff/list", { page });
  const look = parseId(search.look);
  const rows = useRowDrawer({
    answer,
    id: (row) => row.id,
    shown: look,
    onShow: (shown) => onSearch({ ...search, look: shown }),
    alone: query("/staff/list", { filter: { id: look } }),
    title: ({ email }) => email,
  });
  return (
    <Stack>
      <Group justify="flex-end">
        <Button onClick={() => setAdding(true)}>{words.add}</Button>
      </Group>
      <DataTable
        {...rows}
        name="network_staff"
        label={words.members}
        columns={staffColumns(zone, id, setAsking)}
        empty={null}
        page={page}
        onPage={(picked) => onSearch({ ...search, ...picked })}
      />
      {adding && <AddStaffModal onClosed={() => setAdding(false)} />}
      {asking && (
        <LazyPasswordModal {...passwordPromptOf(asking)} onClosed={() => setAsking(null)} />
      )}
    </Stack>
  );
}

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

/** The columns of the list of staff; there are no actions on one's own account. */
function staffColumns(
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
    dateColumn("created_at", words.joined, zone),
    menuColumn(
      (member) =>
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
      88,
    ),
  ];
}

interface StaffAction {
  kind: "lock" | "unlock" | "reset";
  member: StaffAccount;
}

function passwordPromptOf({ kind, member: { id, email } }: StaffAction): PasswordPrompt {
  const shared = {
    label: words.password,
    labelHelp: words.passwordHelp,
    refresh: ["/staff/list" as const],
  };
  if (kind === "reset") {
    return {
      ...shared,
      call: { path: "/staff/reset", attributes: { id } },
      title: words.resetTitle(email),
      help: words.resetHelp,
      confirm: words.resetIt,
      done: words.wasReset(email),
    };
  }
  const locks = kind === "lock";
  return {
    ...shared,
    call: { path: "/staff/lock", attributes: { id, locked: locks } },
    title: locks ? words.lockTitle(email) : words.unlockTitle(email),
    help: locks ? words.lockHelp : words.unlockHelp,
    confirm: locks ? words.lock : words.unlock,
    destroys: locks,
    done: locks ? words.locked(email) : words.unlocked(email),
  };
}
