/** Texts of Help: the page, and the drawer that opens from every page. */

export const help = {
  title: "Help",
  help: "Short articles on how the portal works and what its figures mean.",
  open: "Help",
  search: "Search help",
  hint: "For example: duplicate clicks",
  sections: {
    start: "Getting started",
    channels: "Channels and brands",
    links: "Links and clicks",
    orders: "Orders",
    figures: "Figures and reports",
    payments: "Payments",
    account: "Account and safety",
    network: "For the network's staff",
  },
  found: (count: number) => (count === 1 ? "1 article" : `${count} articles`),
  nothing: "No article has these words",
  nothingHelp: "Try fewer or other words, or look through all articles.",
  clear: "Show all articles",
  all: "All articles",
  more: "Read next",
  missing: "There is no such article",
  missingHelp: "It may have been renamed. Look for it in the list.",
  empty: "No articles yet",
  emptyHelp: "The network has not published any.",
};
