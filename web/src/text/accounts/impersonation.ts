/** Texts of signing in as a publisher, for the network's staff. */
export const impersonation = {
  actsAs: (name: string, by: string) => `Signed in as ${name} by ${by}`,
  actsUntil: (when: string) => `Everything you do is logged. This session ends at ${when}.`,
  endActing: "End session",
  signInAsHelp: "The publisher's activity log shows that you signed in, and why.",
  whom: "Publisher ID or email",
  reason: "Reason",
  ownPassword: "Your password",
  ownCode: "Code from your authenticator app",
  ownCodeHelp: "Only if two-step sign-in is on for your account",
  makeLink: "Make a sign-in link",
  linkReady:
    "Open it in a private window; otherwise this browser is signed in as the publisher. It works once and expires after a minute.",
  linkLabel: "Sign-in link",
  copyLink: "Copy link",
};
