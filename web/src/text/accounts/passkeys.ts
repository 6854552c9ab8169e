/** Texts of passkeys: on Login Information, at sign-in, and wherever the password is asked for. */
export const passkeys = {
  title: "Passkeys",
  help: "Sign in with your fingerprint, your face or your device's PIN. A passkey needs no password and no code, and no other website can use it.",
  none: "No passkey yet",
  add: "Add a passkey",
  addTitle: "Add a passkey",
  addHelp:
    "Confirm that it is you. Your browser then asks where to keep the passkey. All other devices are signed out.",
  goOn: "Continue",
  added: (name: string) => `${name} can sign you in now`,
  notMade: "No passkey was made. Try again when you are ready.",
  alreadyHere: "There is a passkey for your account on this device already.",
  yourPassword: "Your password",

  synced: "Synced",
  onlyHere: "Only on this device",
  addedOn: (at: string) => `Added ${at}`,
  lastUsed: (at: string) => `Last used ${at}`,
  neverUsed: "Never used",

  rename: "Rename",
  renameOf: (name: string) => `Rename ${name}`,
  renameTitle: "Rename the passkey",
  name: "Name",
  nameNeeded: "Give it a name",
  save: "Save",
  renamed: "The passkey has its new name",

  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: "Remove the passkey",
  removeHelp: (name: string) =>
    `${name} will no longer sign you in, and all other devices are signed out. Your password still works. Confirmed with the password alone, a passkey older than three days is only removed after another three.`,
  removed: "The passkey has been removed",
  removedOn: (when: string) => `The passkey will be removed on ${when}, unless somebody stops it`,

  passwordNeeded: "Enter your password",
  use: "Confirm with a passkey",
  notUsed: "No passkey was used. Try again, or use your password.",
};
