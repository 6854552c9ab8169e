import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { link as words } from "@/text/links/link";
import { formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { lastDays } from "@/ui/base/period";
import { Callout } from "@/ui/feedback/Callout";

const DAYS = 30;
const SHOWN = 3;
const PAUSE = 5_000;
/** How many times to check for orders: for five minutes, because people try a new link at once. */
const LOOKS_MAX = 60;

/** The orders of a link that has just been created, as soon as there are any. */
export function FirstOrders({ linkId }: { linkId: number }) {
  const user = useUser();
  const { data } = useQuery({
    ...query("/reports/transactions", {
      filter: { ...lastDays(DAYS, user.time_zone), link_id: linkId },
      page: { perPage: SHOWN },
    }),
    enabled: hasPermission(user, "report.read"),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.total || state.dataUpdateCount >= LOOKS_MAX ? false : PAUSE,
  });
  const orders = data?.list ?? [];
  if (orders.length === 0) return null;
  return (
    <Callout state="approved" title={words.firstOrders(data?.total ?? 0)}>
      {orders.map(({ oid, order_id, sale_comm, currency }) => (
        <AnchorLink key={oid} to="/reports/transactions" search={{ oid }} size="sm">
          {words.orderOf(order_id, sale_comm === null ? null : formatMoney(sale_comm, currency))}
        </AnchorLink>
      ))}
    </Callout>
  );
}
