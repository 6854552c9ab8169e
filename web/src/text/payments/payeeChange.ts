/** Texts of the page behind the link in the mail about new payment details. */
export const payeeChange = {
  title: "Payment details",
  checking: "Checking the link",
  added: (publisher: string) => `A payment method of ${publisher} was added`,
  changed: (publisher: string) => `A payment method of ${publisher} was changed`,
  help: (when: string) =>
    `It receives no money before ${when}. If the change is right, there is nothing to do.`,
  method: "New details",
  former: "Before",
  by: "Changed by",
  at: "Changed on",
  stopHelp:
    "If it is not right, stop it. The change is undone, everybody is signed out who has not used a passkey, and payments are held for three days, or until an owner signs in with a passkey or two-step sign-in.",
  stop: "Stop this change",
  sessionHelp:
    "The same details were stopped before. To stop them again, sign in as an owner or finance member and open the link once more.",
  forbidden: "Only owners and finance members of this publisher can stop these details again.",
  stoppedTitle: "The change is stopped",
  stoppedHelp: (until: string) =>
    `It is undone. Payments are held until ${until}, or until an owner signs in with a passkey or two-step sign-in that is at least three days old. If a stranger made the change, choose a new password now.`,
  newPassword: "Choose a new password",
  failedTitle: "This link cannot stop anything",
  failed: {
    used: "The change has been stopped already.",
    expired: "The change no longer waits: its time is over, or the method was deleted.",
    unknown: "The link is incomplete or wrong. Open it from the email again.",
  },
};
