/**
 * Messages shown where an action failed: what happened and what to do. The toast has the
 * catalogue's text.
 */
export const failures = {
  unreachable: "We could not reach the portal. Check your connection, then retry.",
  broken: "Something broke on our side. Try again in a moment.",
  signedOut: "You have been signed out. Sign in to go on.",
  wrongSignIn: "Wrong username or password",
};
