/** Texts of a sign-in that needs something else first. */
export const signInError = {
  attemptsTitle: "Too many attempts",
  expiredTitle: "You need a new password",
  chooseNew: "Choose a new password",
  unverifiedTitle: "Your email is not verified yet",
  unverifiedHelp: "Open the link we sent, or ask for a new one.",
  sendAgain: "Send the link again",
  sent: "If this email still has to be verified, a new link is on its way.",
  secondLate: "That took too long. Sign in again.",
};
