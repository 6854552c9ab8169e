/** Texts of apps that act for a person: the question whether one may, and the list of those that do. */
export const apps = {
  missing: "This app cannot be connected",
  missingHelp:
    "The link is not complete, or the app was forgotten. Go back to the app and start again.",
  asks: (name: string) => `“${name}” wants to act for you`,
  notVerified: "Not verified",
  notVerifiedHelp:
    "It calls itself so; nobody has checked that. Connect it only if you have just started this in an app that you trust.",
  goesTo: "Your answer goes to",
  describedBy: "It is described by",
  actsFor: "It will act for",
  actsForOther:
    "You work for several publishers, and it sees this one alone. For another, switch in the user menu first, and then start again in the app.",
  may: "What it may do",
  scopeNames: {
    "agent.read": "Read what you can read: brands, links, clicks, orders, reports and payments",
    "agent.write":
      "Make tracking links, write their notes, set alerts aside, prepare cases, and ask you for other changes, which you approve or decline one by one",
  },
  never:
    "It can never move money, change who is paid, see passwords or tokens, change your team or send data elsewhere. It sees no more than you do, and the activity log names it.",
  ends: "The connection ends after 180 days, after 30 days without use, when your password or role changes, or when you end it in Login Information.",
  password: "Your password",
  passwordHelp: "To confirm that it is you",
  allow: "Connect",
  allowByPasskey: "Connect with a passkey",
  impersonated: "Only the person can connect an app",
  impersonatedHelp: "You are signed in as somebody else.",

  connected: "Connected apps",
  connectedHelp: "Agents and other apps that act for you. Each can do only what you allowed.",
  none: "No app acts for you.",
  howTo: "How to connect one",
  since: (when: string) => `Connected on ${when}`,
  endsUnlessUsed: (when: string) => `ends on ${when} unless used`,
  endsAtLatest: (when: string) => `ends on ${when} at the latest`,
  lastUsed: (when: string) => `last used ${when}`,
  unused: "not used yet",
  end: "End",
  endOf: (name: string) => `End ${name}`,
  endTitle: "End this connection?",
  endQuestion: (name: string) => `${name} can do nothing for you from now on.`,
  ended: (name: string) => `${name} is no longer connected`,
};
