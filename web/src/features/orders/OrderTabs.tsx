import { Link } from "@tanstack/react-router";
import { shell } from "@/text/core/shell";
import { order as words } from "@/text/orders/order";
import { PageTabs, tabOf } from "@/ui/layout/PageTabs";

const PAGES = [
  ["/reports/transactions", shell.transactions],
  ["/reports/clicks", shell.clicks],
  ["/reports/cases", shell.cases],
  ["/reports/why", words.isMissing],
] as const;

/** The pages about single orders: the orders, the clicks they come from, and what to do about those that are missing. */
export function OrderTabs({ current }: { current?: (typeof PAGES)[number][0] }) {
  return (
    <PageTabs label={words.pages}>
      {PAGES.map(([path, name]) => (
        // A page of Why about an order has the same path; the router would mark its tab.
        <Link
          key={path}
          to={path}
          activeOptions={{ exact: true, includeSearch: true }}
          {...tabOf(path === current)}
        >
          {name}
        </Link>
      ))}
    </PageTabs>
  );
}
