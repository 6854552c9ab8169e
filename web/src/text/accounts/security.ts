/** Texts of a forgotten password, and of Login Information. */
export const security = {
  help: "How you sign in, where you are signed in, and what has happened in your account.",

  forgotTitle: "Reset your password",
  forgotHelp: "Enter the email address of your account and we will send you a link.",
  sendLink: "Send link",
  sentTitle: "Check your inbox",
  sent: (email: string) =>
    `If there is an account for ${email}, a link to choose a new password is on its way. It is valid for 30 minutes.`,
  sentHelp: "No email? Check your spam folder, or try another address.",
  another: "Use another address",
  backToSignIn: "Back to sign in",

  resetTitle: "Choose a new password",
  resetFor: (email: string) => `For ${email}. You will be signed out everywhere.`,
  resetChecking: "Checking your link",
  resetFailedTitle: "This link is no longer valid",
  resetUsed: "It has already been used. If that was you, sign in with your new password.",
  resetReplaced: "We have sent you a newer email. Use the link in that one, or ask for another.",
  resetLate: "A link is valid for 30 minutes. Use the one in the newest email, or ask for another.",
  newLink: "Ask for a new link",
  resetDoneTitle: "Your password has been changed",
  resetDoneHelp: "Sign in with it to continue.",
  signIn: "Sign in",
  tryAgain: "Try again",

  code: "Code",
  codeNeeded: "Enter the code to continue",
  recoveryHelp: "No phone at hand? Enter one of your recovery codes instead. Each works once.",

  twoStep: "Two-step sign-in",
  twoStepOff:
    "Ask for a code from an authenticator app in addition to your password. A stolen password is then not enough to sign in.",
  twoStepOn: "Signing in asks for your password and a code from your authenticator app.",
  on: "On",
  off: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnOffTitle: "Turn off two-step sign-in",
  turnOffHelp: "Your password alone will then sign you in, and your recovery codes stop working.",
  turnedOff: "Two-step sign-in is off",
  codeNow: "Code (optional)",
  codeNowHelp:
    "With a code of your app or a recovery code it happens at once. Otherwise it waits for three days, so that you can stop it if it was not you. A passkey of three days needs no code.",
  offOn: (when: string) => `Two-step sign-in will be off on ${when}, unless somebody stops it`,
  setUpTitle: "Turn on two-step sign-in",
  scan: "Scan this with an authenticator app, then enter the six digits it shows.",
  qr: "QR code for an authenticator app",
  typeIt: "Key, if you cannot scan it",
  recoveryTitle: "Save your recovery codes",
  recoveryKeep:
    "Each code signs you in once without your phone. They are shown only now: keep them where you keep your passwords.",
  copyCodes: "Copy the codes",
  kept: "I have saved them",

  data: "Your data",
  dataHelp:
    "Download a copy of your data: account, channels, links, clicks, orders, cases, settlements, payments, postbacks and files, as tables in one ZIP file. It stays available for seven days.",
  ownDataHelp:
    "Download a copy of your own data: account, sign-ins, activity, API tokens, saved views and downloads, as tables in one ZIP file. It stays available for seven days.",
  exportIt: "Create a copy",
  exportAgain: "Create a new copy",
  exportRetry: "Try again",
  exporting: "Your copy is being created",
  exportingHelp: (rows: string) =>
    `${rows} rows so far. You can leave this page; we will email you when it is ready.`,
  exportWaits:
    "It starts in a moment. You can leave this page; we will email you when it is ready.",
  exportReady: (at: string, size: string) => `Created on ${at}, ${size}.`,
  exportUntil: (at: string) => `Available until ${at}.`,
  exportFailed: "Your copy could not be created",
  download: "Download",

  closing: "Close your account",
  closingHelp:
    "Nobody can sign in to the account any more, and its username and email cannot be used again. For three days the link in our email brings it back; then it is permanent.",
  closingLoses: "Part of your money could not be paid out any more",
  closingMoney: "Your money",
  closingStages: {
    pending:
      "is pending: brands have not decided these orders yet. It cannot be paid out afterwards.",
    approved: "is approved, but its brands have not paid yet. It cannot be paid out afterwards.",
    withdrawable: "can be withdrawn now, but not afterwards: request it first.",
    requested:
      "is requested, but not in a payment run yet: it is not sent once the account is closed.",
    needs_you: "is in a payment that failed. It cannot be paid again afterwards.",
    on_the_way: "is on its way, and still arrives.",
  },
  closingPayments: "Open your payments",
  closingLiving: {
    links: (count: number) =>
      count === 1
        ? "1 link still leads visitors to its brand. Its clicks and orders are counted, but not paid to you."
        : `${count} links still lead visitors to their brands. Their clicks and orders are counted, but not paid to you.`,
    postbacks: (count: number) =>
      count === 1
        ? "1 postback keeps sending events to your server. Pause or delete it first if it should not."
        : `${count} postbacks keep sending events to your servers. Pause or delete them first if they should not.`,
    mailed_views: (count: number) =>
      count === 1
        ? "1 saved view is no longer mailed."
        : `${count} saved views are no longer mailed.`,
    members: (count: number) =>
      count === 1
        ? "1 other member of your team loses access, too."
        : `${count} other members of your team lose access, too.`,
  },
  closingOwn: (publishers: string[]) =>
    publishers.length === 0
      ? "Your team has another owner: only your own account is closed, and everything else continues."
      : `Your team has another owner: only your own account is closed, and everything else continues. You also stop working for ${publishers.join(", ")}.`,
  closeIt: "Close account",
  closeTitle: "Close your account",
  closed: "Your account has been closed",

  password: "Password",
  oldPassword: "Current password",
  newPassword: "New password",
  newPasswordHelp: "At least 12 characters. Three unrelated words make a good password.",
  changePassword: "Change password",
  changed: "Your password has been changed, and you have been signed out everywhere else",
  passwordHelp: "Changing it signs you out everywhere else.",

  email: "Email",
  emailNow: (email: string) => `You sign in with ${email}, and we send our emails there.`,
  newEmail: "New email",
  yourPassword: "Your password",
  changeEmail: "Change email",
  emailAskedTitle: "Confirm the new address",
  emailAsked: (email: string) =>
    `Open the link we sent to ${email} within 24 hours. Until then your old address stays in use.`,

  sessions: "Where you are signed in",
  endOthers: "Sign out all others",
  endOthersTitle: "Sign out all other devices",
  endOthersQuestion: (count: number) =>
    count === 1
      ? "1 device will be signed out at once."
      : `${count} devices will be signed out at once.`,
  endedOthers: "All other devices are signed out",
  thisSession: "This session",
  unknownDevice: "Unknown device",
  lastSeen: (at: string) => `Last used ${at}`,
  end: "Sign out",
  endOf: (device: string) => `Sign out ${device}`,
  endTitle: "Sign out this device",
  endQuestion: (device: string) => `${device} will be signed out at once.`,
  ended: "That device is signed out",
  noPlace: "Unknown location",

  log: "Activity",
  logTable: "Account activity",
  logEmpty: "No activity yet",
  logEmptyHelp: "Sign-ins and changes to your account appear here.",
  at: "Time",
  what: "Action",
  outcome: "Result",
  who: "By",
  from: "From",
  you: "You",
  member: "Another member",
  network: "The network",
  byAgent: (who: string, agent: string) => `${who}, by the agent ${agent}`,
  somebody: "Unknown",
  done: "Done",
  refused: "Refused",
  called: "Requested",
  /** A call without words of its own, such as one of an older version. */
  otherAction: "Another action",
};
