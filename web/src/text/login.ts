/** Words of a forgotten password, and of Login Information. */
export const login = {
  help: "How you sign in, where you are signed in, and what was done with your account.",

  forgotTitle: "Reset your password",
  forgotHelp: "Give the e-mail address of your account, and we send you a link.",
  sendLink: "Send the link",
  sentTitle: "Check your inbox",
  sent: (email: string) =>
    `If ${email} is the address of an account, a link to choose a new password is on its way. It works for 30 minutes.`,
  sentHelp: "No mail? Look in your spam folder, or try another address.",
  another: "Use another address",
  backToSignIn: "Back to sign in",

  resetTitle: "Choose a new password",
  resetFor: (email: string) => `For the account of ${email}. You are signed out everywhere then.`,
  resetChecking: "Checking your link",
  resetFailedTitle: "This link does not work",
  resetUsed: "It has been used already. If that was you, sign in with the new password.",
  resetLate: "A link works for 30 minutes, and only the newest one does.",
  newLink: "Ask for a new link",
  resetDoneTitle: "Your password is changed",
  resetDoneHelp: "Sign in with the new one.",
  signIn: "Sign in",
  tryAgain: "Try again",

  code: "Code",
  codeNeeded: "Type the code to go on",
  recoveryHelp: "No phone at hand? Type one of your recovery codes instead. Each works once.",

  twoStep: "Two-step sign-in",
  twoStepOff:
    "Besides your password, ask for a code that an authenticator app on your phone shows. A stolen password alone then opens nothing.",
  twoStepOn: "Signing in asks for your password and for a code of your authenticator app.",
  on: "On",
  off: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnOffTitle: "Turn two-step sign-in off",
  turnOffHelp: "Your password alone signs you in then, and the recovery codes stop working.",
  turnedOff: "Two-step sign-in is off",
  setUpTitle: "Turn two-step sign-in on",
  scan: "Scan this with an authenticator app, then type the six digits it shows.",
  qr: "QR code for an authenticator app",
  typeIt: "Key, if you cannot scan it",
  recoveryTitle: "Keep your recovery codes",
  recoveryKeep:
    "Each signs you in once without your phone. They are shown only now: keep them where you keep your passwords.",
  copyCodes: "Copy the codes",
  kept: "I have kept them",

  closing: "Close the account",
  closingHelp:
    "For good: nobody can sign in to it any more, and its name and address cannot be used again.",
  closeIt: "Close account",
  closeTitle: "Close your account for good",
  closed: "Your account is closed",

  password: "Password",
  oldPassword: "Current password",
  newPassword: "New password",
  newPasswordHelp: "12 characters or more. Three unrelated words make a good one.",
  again: "New password again",
  differ: "Passwords do not match",
  changePassword: "Change password",
  changed: "Your password is changed, and you are signed out everywhere else",
  passwordHelp: "Changing it signs you out everywhere but here.",

  email: "E-mail",
  emailNow: (email: string) => `You sign in with ${email}, and mails go there.`,
  newEmail: "New e-mail",
  yourPassword: "Your password",
  changeEmail: "Change e-mail",
  emailAskedTitle: "Confirm the new address",
  emailAsked: (email: string) =>
    `Open the link we sent to ${email} within 24 hours. Until then the old address stays.`,

  sessions: "Where you are signed in",
  thisSession: "This session",
  unknownDevice: "Unknown device",
  lastSeen: (at: string) => `Last used ${at}`,
  end: "End",
  endOf: (device: string) => `End the session of ${device}`,
  endTitle: "End this session",
  endQuestion: (device: string) => `${device} is signed out at once.`,
  ended: "That session has ended",
  noPlace: "Unknown place",

  log: "Activity",
  logTable: "What was done with your account",
  logEmpty: "Nothing was done yet",
  logEmptyHelp: "Sign-ins and changes of your account show here.",
  at: "When",
  what: "What",
  outcome: "Outcome",
  who: "Who",
  from: "From",
  you: "You",
  network: "The network",
  done: "Done",
  refused: "Refused",
  called: "Called",
};

/** What a call did, in words; the log has its path. */
export const actions: Record<string, string> = {
  "/auth/sign_up": "Signed up",
  "/auth/sign_in": "Sign-in",
  "/auth/sign_out": "Signed out",
  "/auth/session_end": "Session ended",
  "/auth/pwd_reset": "Password reset by mail",
  "/auth/email_verify": "E-mail address confirmed",
  "/auth/third_check": "Sign-in by another account",
  "/auth/sign_in_admin": "Signed in for you",
  "/user/password_edit": "Password changed",
  "/user/email_edit": "New e-mail address asked for",
  "/user/edit": "Profile changed",
  "/user/close": "Account closed",
  "/user/third_bind": "Other account bound",
  "/user/third_unbind": "Other account unbound",
  "/user/two_step_confirm": "Two-step sign-in turned on",
  "/user/two_step_end": "Two-step sign-in turned off",
  "/payments/method_save": "Payment method saved",
  "/payments/method_del": "Payment method deleted",
  "/payments/method_default": "Payment method made the default one",
  "/site/save": "Channel saved",
  "/user/avatar_edit": "Picture changed",
  "/user/media_kit_edit": "Media kit saved",
  "/user/media_kit_del": "Media kit deleted",
  "/network/account_lock": "Account lock",
  "/network/site_review": "Channel reviewed",
};

/** What an operator's lock did, by its kind. */
export const locks: Record<string, string> = {
  lock: "Account locked",
  unlock: "Account unlocked",
  new_password: "New password asked for",
};

/** Why something was refused, by its code's name. */
export const refusals: Record<string, string> = {
  refused: "Wrong password",
  email_not_verified: "E-mail not verified",
  user_locked: "Account locked",
  password_expired: "New password asked for",
  verification_code_invalid: "Wrong code",
};
