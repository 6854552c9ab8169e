// Print a day's orders as CSV: `node day-orders.ts 2026-11-20`, or yesterday's.
// PORTAL_URL is the portal's address, PORTAL_TOKEN an API token with the scope report.read.
import { Portal } from "publisher-portal-client";

const { PORTAL_URL: url = "", PORTAL_TOKEN: token = "" } = process.env;
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const day = process.argv[2] ?? yesterday;
const portal = new Portal({ url, token });

console.log("order_id,brand,order_time,status,sale,commission,currency");
for await (const order of portal.reports.transactions_all({ start_date: day, end_date: day })) {
  const values = [order.order_id, order.mcid, order.order_time, order.status];
  console.log([...values, order.sale_amount, order.sale_comm, order.currency].join(","));
}
