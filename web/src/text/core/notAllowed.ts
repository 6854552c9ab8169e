/** Texts of the page in place of one that a person's role does not include. */
export const notAllowed = {
  yourRole: (role: string) =>
    `Your role is ${role}, which does not include this page. An owner of your team can change that.`,
  withoutMoney: (role: string) =>
    `Your role is ${role}, without amounts: pages about payments and books need them. An owner of your team can change that.`,
  seeTeam: "See your team",
  ofPublishers:
    "This page belongs to publishers. Sign in as one from its menu in the list of publishers.",
  seePublishers: "See publishers",
};
