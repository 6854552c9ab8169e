/** Texts of proving an email address, and of sign-in that follows. */
export const verify = {
  verifyTitle: "Verify your email",
  pressHelp: "Confirm that this email address is yours.",
  verifyAndGoOn: "Verify email and continue",
  verifiedTitle: "Your email is verified",
  verifiedHelp: "Sign in to start.",
  notVerifiedTitle: "This link is no longer valid",
  linkReplaced: "We have sent you a newer email. Use the link in that one.",
  linkDead: "Use the newest mail, or ask for another.",
  alreadyHelp: "It was verified before. Sign in to continue.",
  openLink: "Open the link in the email we sent you. It can take a minute to arrive.",
  sentTo: (email: string) => `We sent a link to ${email}. It can take a minute to arrive.`,
  resendHelp: "No email? Check your spam folder, or ask for a new link.",
  backToSignIn: "Back to sign in",
};
