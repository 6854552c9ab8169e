/** Texts of the header, the sidebar and the user menu. */
export const frame = {
  skip: "Skip to content",
  navigation: "Main navigation",
  breadcrumb: "Breadcrumb",
  openMenu: "Open the menu",
  collapse: "Collapse the sidebar",
  expand: "Expand the sidebar",
  /** Said after a number of rows. */
  waiting: "waiting",
  userMenu: "Your account",
  publishers: "Publishers",
  logout: "Logout",
  scheme: "Appearance",
  light: "Light",
  dark: "Dark",
  auto: "System",
  search: "Search",
  searchKey: "Ctrl K",
  searchHint: "Brand, order, link or page",
  searchTitle: "Search the portal",
  nothingFound: "Nothing found",
  signInAs: "Sign in as a publisher",
};
