/** Texts of the operators' page about publishers' accounts. */
export const accounts = {
  publishers: "Publishers",
  search: "Search publishers",
  owner: "Owner",
  state: "State",
  states: {
    open: "Open",
    unverified: "Email not verified",
    locked: "Locked",
    closed: "Closed",
  },
  newPasswordDue: "Must choose a new password",
  twoStep: "Two-step",
  on: "On",
  off: "Off",
  joined: "Joined",
  noMatch: "No publisher matches",
  none: "No publishers yet",
  noneHelp: "They appear here as they sign up.",

  signInAs: "Sign in as this publisher",
  lock: "Lock",
  lockTitle: (name: string) => `Lock ${name}`,
  unlock: "Unlock",
  newPassword: "Require a new password",
  newPasswordAsk:
    "At the next sign-in they must choose a new one, through a link we send by email.",
  lockedSaid: (name: string) => `${name} is locked`,
  unlockedSaid: (name: string) => `${name} is unlocked`,
  newPasswordSaid: (name: string) => `${name} must choose a new password`,
  turnOff: "Turn off two-step sign-in",
  turnOffTitle: (name: string) => `Turn off two-step sign-in for ${name}`,
  turnOffHelp:
    "For somebody who has lost their phone and recovery codes, once you have verified who they are. They are signed out everywhere and can read your reason.",
  turnOffIt: "Turn off",
  turnedOff: (name: string) => `Two-step sign-in is off for ${name}`,
  lockHelp: "They are signed out at once. Give a reason, for whoever unlocks the account later.",
};
