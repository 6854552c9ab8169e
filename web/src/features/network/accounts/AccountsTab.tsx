import { Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { NetworkAccount } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import classes from "@/features/network/Network.module.css";
import { ReasonModal } from "@/features/network/ReasonModal";
import type { TabProps } from "@/features/network/searchParams";
import { accounts } from "@/text/network/accounts";
import { network } from "@/text/network/network";
import { overlay } from "@/ui/base/overlay";
import { parseId } from "@/ui/base/searchParams";
import type { State } from "@/ui/base/theme";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { LazyImpersonateModal } from "@/ui/confirm/LazyImpersonateModal";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { SearchInput } from "@/ui/filter/SearchInput";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { dateColumn, menuColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { useRowDrawer } from "@/ui/table/useRowDrawer";
import { AccountState, TwoNames } from "./accountCells";
import { type AccountsSearch, accountsInput } from "./searchParams";

const PublisherParts = overlay(
  () => import("./PublisherParts").then(({ PublisherParts }) => PublisherParts),
  <SkeletonRows rows={8} height={40} />,
);

/**
 * The list of publishers: how they sign in, and actions that their owners cannot take themselves.
 */
export function AccountsTab({ search, onSearch }: TabProps<AccountsSearch>) {
  const { time_zone: zone } = useUser();
  const input = accountsInput(search);
  const answer = useSteadyQuery("/network/accounts", input);
  const { keyword, look } = search;
  const uid = parseId(look);
  const rows = useRowDrawer({
    answer,
    id: (row) => row.uid,
    shown: uid,
    onShow: (shown) => onSearch({ ...search, look: shown }),
    alone: query("/network/accounts", { filter: { uid } }),
    title: ({ publisher, username }) => publisher || username,
    more: ({ uid }) => <PublisherParts key={uid} uid={uid} />,
  });
  return (
    <Stack>
      <Group gap="xs">
        <SearchInput
          className={classes.search}
          label={accounts.search}
          hint={accounts.search}
          value={keyword ?? ""}
          onSearch={(typed) =>
            onSearch({ ...search, keyword: typed || undefined, curPage: undefined })
          }
        />
      </Group>
      <DataTable
        {...rows}
        name="network_accounts"
        label={accounts.publishers}
        columns={accountColumns(zone)}
        empty={
          <EmptyList
            words={{
              none: accounts.none,
              noneHelp: accounts.noneHelp,
              noMatch: accounts.noMatch,
              noMatchHelp: network.noMatchHelp,
              clear: network.clear,
            }}
            onClear={!!keyword && (() => onSearch({}))}
          />
        }
        page={input.page}
        onPage={(picked) => onSearch({ ...search, ...picked })}
      />
    </Stack>
  );
}

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

/** The columns of the list of publishers' accounts. */
function accountColumns(zone: string): Array<Column<NetworkAccount>> {
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
    dateColumn("created_at", accounts.joined, zone),
    menuColumn((row) => <AccountActions row={row} label={network.actions(row.username)} />, 88),
  ];
}

const DONE_MESSAGES = {
  lock: accounts.lockedSaid,
  unlock: accounts.unlockedSaid,
  new_password: accounts.newPasswordSaid,
};

/** The actions for one publisher; each is recorded in the publisher's own log. */
function AccountActions({ row, label }: { row: NetworkAccount; label: string }) {
  const { uid, username: name, locked, two_step, new_password_due, closed } = row;
  const user = useUser();
  const [asking, setAsking] = useState<"lock" | "two_step" | null>(null);
  const [signingIn, setSigningIn] = useState(false);
  const lock = useCall("/network/account_lock", {
    refresh: ["/network/accounts"],
    onSuccess: (_, { attributes }) =>
      toast.success(DONE_MESSAGES[attributes.kind as keyof typeof DONE_MESSAGES](name)),
  });
  const turnOff = useCall("/network/two_step_end", {
    refresh: ["/network/accounts"],
    onSuccess: () => toast.success(accounts.turnedOff(name)),
  });
  if (closed) return null;
  const set = (kind: keyof typeof DONE_MESSAGES) => lock.mutate({ attributes: { uid, kind } });
  const requestNewPassword = () =>
    openConfirm({
      title: accounts.newPassword,
      question: accounts.newPasswordAsk,
      confirm: accounts.newPassword,
      onConfirm: () => set("new_password"),
    });
  const secure = [
    ...(new_password_due ? [] : [{ label: accounts.newPassword, onClick: requestNewPassword }]),
    ...(two_step ? [{ label: accounts.turnOff, onClick: () => setAsking("two_step") }] : []),
  ];
  const signIn =
    hasPermission(user, "account.impersonate") && !locked
      ? [{ label: accounts.signInAs, onClick: () => setSigningIn(true) }]
      : [];
  const gate = locked
    ? { label: accounts.unlock, onClick: () => set("unlock") }
    : { label: accounts.lock, onClick: () => setAsking("lock") };
  return (
    <>
      <ActionMenu
        label={label}
        busy={lock.isPending || turnOff.isPending}
        groups={[signIn, secure, [gate]].filter((group) => group.length > 0)}
      />
      {signingIn && (
        <LazyImpersonateModal user={user} uid={uid} onGone={() => setSigningIn(false)} />
      )}
      <ReasonModal
        key={asking}
        name={name}
        words={
          asking === "lock"
            ? { title: accounts.lockTitle(name), help: accounts.lockHelp, confirm: accounts.lock }
            : {
                title: accounts.turnOffTitle(name),
                help: accounts.turnOffHelp,
                confirm: accounts.turnOffIt,
              }
        }
        opened={asking !== null}
        onClose={() => setAsking(null)}
        onReason={(reason) =>
          asking === "lock"
            ? lock.mutateAsync({ attributes: { uid, kind: "lock", reason } })
            : turnOff.mutateAsync({ attributes: { uid, reason } })
        }
      />
    </>
  );
}
