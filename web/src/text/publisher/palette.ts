/** Texts of the search over everything. */
export const palette = {
  brands: "Brands",
  orders: "Orders",
  links: "Links",
  channels: "Channels",
  pages: "Pages",
  actions: "Actions",
  addChannel: "Add a channel",
  makeLink: "Create a link",
  searchHelp: (keyword: string) => `Search help for “${keyword}”`,
  statuses: { online: "Online", paused: "Paused", offline: "Offline" },
  searching: "Searching",
  failed: "Brands, orders, links and channels could not be searched",
};
