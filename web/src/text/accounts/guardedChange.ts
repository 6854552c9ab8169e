interface Facts {
  publisher: string;
  member: string | null;
  before: string | null;
  applied: boolean;
}

const HEADLINES = {
  payee: ({ publisher, before }) =>
    `A payment method of ${publisher} was ${before === null ? "added" : "changed"}`,
  payee_removed: ({ publisher }) => `A payment method of ${publisher} was deleted`,
  email: ({ member }) => `The email address of ${member} was changed`,
  two_step_on: ({ member }) => `Two-step sign-in was turned on for ${member}`,
  two_step_off: (change) => `Two-step sign-in ${tense(change)} turned off for ${change.member}`,
  passkey_added: ({ member }) => `A passkey was added for ${member}`,
  passkey_removed: (change) => `A passkey ${tense(change)} removed for ${change.member}`,
  role: ({ member }) => `${member} has a new role`,
  joined: ({ member, publisher }) => `${member} joined ${publisher}`,
  transfer: (change) => `${change.member} ${tense(change)} made the owner of ${change.publisher}`,
  factor_reset: (change) =>
    `Two-step sign-in ${tense(change)} turned off for ${change.member} by the network`,
  closed: ({ member }) => `The account of ${member} was closed`,
} satisfies Record<string, (change: Facts) => string>;

type Change = Facts & { kind: keyof typeof HEADLINES };

function tense({ applied }: Facts) {
  return applied ? "was" : "will be";
}

/** Texts of changes that can be stopped: the page behind the link in the mail, and the lists of what waits. */
export const guardedChange = {
  headline: (change: Change) => HEADLINES[change.kind](change),
  until: ({ kind, applied }: Change, when: string) => {
    if (!applied) return `It takes effect on ${when}.`;
    if (kind === "payee") return `It receives no money before ${when}.`;
    if (kind === "role" || kind === "joined")
      return `It can be undone until ${when}; a new owner, manager or finance member moves no money before.`;
    return `It can be undone until ${when}.`;
  },
  right: "If it is right, there is nothing to do.",
  title: "Stop a change",
  checking: "Checking the link",
  method: "Kind",
  before: "Before",
  after: "Now",
  afterWait: "Then",
  by: "Changed by",
  network: "The network's staff",
  reason: "Reason given",
  at: "Changed on",
  stopHelp:
    "If it is not right, stop it. The change is undone, with whatever else the same person changed in the last three days. Everybody is signed out who has not used a passkey, and payments are held for three days, or until an owner signs in with a passkey or two-step sign-in.",
  reopenHelp:
    "Closed accounts open again, with their roles, channels and mailed views. API tokens, apps and addresses for spreadsheets stay ended, because a stranger may have them: make them again. Schedules that stopped meanwhile go on once you save them.",
  stop: "Stop this change",
  sessionHelp:
    "The same was stopped before. To stop it again, sign in as an owner or finance member and open the link once more.",
  forbidden: "Only owners and finance members of this publisher can stop this again.",
  stoppedTitle: "The change is stopped",
  stoppedHelp: (until: string) =>
    `It is undone. Payments are held until ${until}, or until an owner signs in with a passkey or two-step sign-in that is at least three days old. If a stranger made the change, choose a new password now.`,
  newPassword: "Choose a new password",
  failedTitle: "This link cannot stop anything",
  failed: {
    used: "The change has been stopped already.",
    expired: "The change no longer waits: its time is over, or another one took its place.",
    unknown: "The link is incomplete or wrong. Open it from the email again.",
  },

  waiting: "Changes that wait",
  waitingHelp:
    "What a thief would change first waits, or can be undone, for three days. Stop a change that none of you made.",
  stopShort: "Stop",
  stopOf: (headline: string) => `Stop: ${headline}`,
  stopTitle: "Stop this change",
  stopped: "The change is stopped and undone",
  newRoleTitle: "Your role is new",
  newRoleHelp: (when: string) =>
    `Until ${when} you move no money and change neither payment methods nor the team. Nobody does in the first three days of such a role, so that a stolen account cannot let in a thief.`,
};
