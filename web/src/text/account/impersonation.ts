/** Words of signing in as a publisher, for the network's staff. */
export const impersonation = {
  actsAs: (name: string, by: string) => `Signed in as ${name} by ${by}`,
  actsUntil: (when: string) => `Every call is written down. It ends at ${when}.`,
  endActing: "End",
  signInAsHelp: "The publisher sees in their log that you came, and why.",
  whom: "Publisher's number or e-mail",
  reason: "Reason",
  ownPassword: "Your password",
  ownCode: "Code of your authenticator app",
  ownCodeHelp: "Only if you turned two-step sign-in on",
  makeLink: "Make a link",
  linkReady:
    "Open it in a private window, or this browser is signed in as the publisher. It works once, for a minute.",
  linkLabel: "Sign-in link",
  copyLink: "Copy link",
};
