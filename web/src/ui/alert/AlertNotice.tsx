import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Alert } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission, type User } from "@/api/user/roles";
import { alert as words } from "@/text/reports/alert";
import { formatDayIn } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { Callout } from "@/ui/feedback/Callout";

/**
 * The open alerts about a brand, those with the most money at risk first; `ready` once it is known
 * whether there are any, so that nothing is pushed down by them.
 */
export function useBrandAlerts(user: User, mcid: string) {
  const { data, isLoading } = useQuery({
    ...query("/reports/alerts", { filter: { mcids: [mcid] } }),
    enabled: hasPermission(user, "report.read"),
  });
  return { list: data?.list ?? [], ready: !isLoading };
}

/**
 * A line about the alert with the most money at risk, shown beside what it is about; renders
 * nothing without alerts.
 */
export function AlertNotice({ list, zone }: { list: Alert[]; zone: string }) {
  const [dearest, ...others] = list;
  if (!dearest) return null;
  const { alert_id, kind, mcid, since } = dearest;
  return (
    <Callout
      state="pending"
      title={`${words.kinds[kind]} ${words.sinceDay(formatDayIn(since, zone))}`}
    >
      <Group>
        <AnchorLink to="/reports/alerts" search={{ alert: alert_id }} size="sm">
          {words.see}
        </AnchorLink>
        {others.length > 0 && (
          <AnchorLink to="/reports/alerts" search={{ brand: mcid ?? undefined }} size="sm">
            {words.seeMore(others.length)}
          </AnchorLink>
        )}
      </Group>
    </Callout>
  );
}
