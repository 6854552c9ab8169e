/** The names of the operators' lists. */
export const lists = {
  overview: "Overview",
  brands: "Brands",
  coupons: "Coupons",
  reviews: "Reviews",
  orders: "Orders",
  imports: "Order files",
  refused: "Refused reports",
  cases: "Cases",
  alerts: "Alerts",
  settlements: "Settlements",
  payments: "Payments",
  rates: "Rates",
  publishers: "Publishers",
  staff: "Staff",
  mails: "Mails",
  news: "News and help",
};
