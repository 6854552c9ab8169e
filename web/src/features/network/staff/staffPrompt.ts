/** What is changed about a member of staff, and how it is confirmed. */
import type { StaffAccount } from "@/api/gen/types.gen";
import { staff as words } from "@/text/network/staff";
import type { PasswordPrompt } from "@/ui/confirm/lazy/PasswordModal";

export interface StaffAction {
  kind: "lock" | "unlock" | "reset";
  member: StaffAccount;
}

export function passwordPromptOf({ kind, member: { id, email } }: StaffAction): PasswordPrompt {
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
