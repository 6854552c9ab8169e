/** The labels of the groups of the network's pages in the sidebar. */
export const menu = {
  brands: "Brands",
  publishers: "Publishers",
  orders: "Orders",
  payments: "Payments",
  administration: "Administration",
};
