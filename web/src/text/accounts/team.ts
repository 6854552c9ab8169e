/** Texts of the team: its page in the settings, and the page behind the link of an invitation. */
const roles = {
  owner: "Owner",
  manager: "Manager",
  finance: "Finance",
  analyst: "Analyst",
  developer: "Developer",
};

type Role = keyof typeof roles;

export const team = {
  help: "Who works for you here, and what each of them may do.",
  roles,
  roleHelp: {
    owner: "Everything, including payment methods, the team and closing the account.",
    manager: "Channels, brands, links, postbacks, reports and cases. No payments.",
    finance:
      "Reports, balance and documents, asks for payments to your saved methods, proposes others to you, and sets up postbacks of payments.",
    analyst:
      "Reads brands, reports and payments, and changes nothing. You can leave out amounts, and payments with them.",
    developer: "API tokens, postbacks and links, and reads reports.",
  } satisfies Record<Role, string>,
  role: "Role",
  channels: "Channels",
  allChannels: "All channels",
  withMoney: "Show amounts",
  withMoneyHelp:
    "Sales, commission and earnings per click. Without, they see counts and shares alone.",
  sees: (channels: string) => `Sees ${channels} only`,
  withoutMoney: "Without amounts",
  email: "Email",
  password: "Your password",
  passwordHelp: "To confirm that it is you",

  members: "Members",
  you: "You",
  twoStepOn: "Two-step sign-in is on",
  twoStepOff: "Two-step sign-in is off",
  lastSeen: (at: string) => `Last seen ${at}`,
  neverSeen: "Never seen",
  actions: (name: string) => `Actions for ${name}`,

  invite: "Invite somebody",
  inviteHelp:
    "We email a link to join: with a new account, or with the one they have, even if they work for other publishers, too. It works once, for 7 days. A new owner, manager or finance member moves no money in the first three days.",
  sendInvitation: "Send invitation",
  invited: (email: string) => `Invitation sent to ${email}`,
  invitations: "Invitations",
  noInvitations: "Nobody is invited at the moment.",
  until: (at: string) => `Valid until ${at}`,
  expired: (at: string) => `Expired on ${at}`,
  resend: "Send again",
  resendTitle: (email: string) => `Send the invitation to ${email} again`,
  resendHelp: "They get a new link, which works for 7 days. The earlier one stops working.",
  withdraw: "Withdraw",
  withdrawTitle: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawHelp: "The link in the email stops working.",
  withdrawn: (email: string) => `The invitation of ${email} is withdrawn`,

  change: "Change role or channels",
  changeTitle: (name: string) => `Role of ${name}`,
  changeHelp:
    "They are signed out, and their API tokens, apps, proposals and addresses for spreadsheets end. Schedules stop that the new role may not have. They sign in again with the new role. Who sees only some channels has the postbacks and cases of these, and no balance, payments and books. A new owner, manager or finance member moves no money for three days.",
  changeIt: "Change",
  changed: (name: string, role: Role) => `${name}: ${roles[role]}`,
  transfer: "Transfer ownership",
  transferTitle: (name: string) => `Make ${name} the owner`,
  transferHelp: (name: string) =>
    `In three days ${name} becomes an owner in your place, and you become a manager: you no longer see payment methods, the team or closing the account. Both of you are signed out then. Until then you can stop it here.`,
  transferred: (name: string) => `${name} becomes the owner in three days`,
  remove: "Remove",
  removeTitle: (name: string) => `Remove ${name}`,
  removeHelp:
    "They lose access at once. Their API tokens, apps, invitations, proposals, mailed views and addresses for spreadsheets end, and their schedules stop until an owner saves them. If they work for other publishers, they go on there.",
  removed: (name: string) => `${name} is removed`,

  leave: "Leave the team",
  leaveHelp:
    "Your access ends, with your API tokens, apps, mailed views and addresses for spreadsheets, and your schedules stop. Only an owner can invite you again. If you work for other publishers, you go on there.",
  leaveOwner:
    "As long as nobody else has been an owner for three days, you cannot leave: transfer the ownership first.",
  left: "You have left the team",

  joinTitle: (publisher: string) => `Join ${publisher}`,
  joinHelp: (inviter: string, role: Role) =>
    `${inviter} invites you to work with them. Your role: ${roles[role]}.`,
  joinWithAccount: (email: string) =>
    `Sign in with your account (${email}) to accept. Your password and passkeys stay as they are.`,
  joinSignedIn: (email: string) =>
    `You join with your account (${email}), and can switch between your publishers in the user menu.`,
  joinOther: (own: string) =>
    `You are signed in as ${own}, and this invitation is for another account.`,
  joinAs: (email: string) => `You will sign in with ${email}.`,
  join: "Join the team",
  checking: "Checking your invitation",
  invitation: "Invitation",
  failedTitle: "This invitation is no longer valid",
  failed: {
    used: "It has been accepted already. If that was you, sign in.",
    replaced: "You were sent a newer invitation. Use the link in that email.",
    withdrawn: "It was withdrawn. Ask whoever invited you for another one.",
    expired: "An invitation is valid for 7 days. Ask whoever invited you for another one.",
    unknown: "Use the whole link in the email, or ask whoever invited you for another one.",
  },
};
