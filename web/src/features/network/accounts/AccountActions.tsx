import { useState } from "react";

import type { NetworkAccount } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ReasonModal } from "@/features/network/ReasonModal";
import { accounts } from "@/text/network/accounts";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { LazyImpersonateModal } from "@/ui/confirm/LazyImpersonateModal";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";

const DONE_MESSAGES = {
  lock: accounts.lockedSaid,
  unlock: accounts.unlockedSaid,
  new_password: accounts.newPasswordSaid,
};

/** The actions for one publisher; each is recorded in the publisher's own log. */
export function AccountActions({ row, label }: { row: NetworkAccount; label: string }) {
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
