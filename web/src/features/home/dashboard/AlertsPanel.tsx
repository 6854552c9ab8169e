import { Group, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Data } from "@/api/call";
import { useUser } from "@/api/user/useUser";
import { alert as words } from "@/text/reports/alert";
import { brandOf, costInWords, costPerDay, subjectOf, titleOf } from "@/ui/alert/alertWords";
import { type AlertRow, arrangeAlerts, OVERDUE } from "@/ui/alert/arrangeAlerts";
import { formatDayIn } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { QueryError } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";

const SHOWN = 3;

/**
 * The open alerts that one mends first, each a link to its drawer; renders nothing if there
 * are none.
 */
export function AlertsPanel({ answer }: { answer: UseQueryResult<Data<"/reports/alerts">> }) {
  const { data, error } = answer;
  if (!data && error) {
    return (
      <Panel title={words.title}>
        <QueryError of={answer} />
      </Panel>
    );
  }
  if (!data || data.list.length === 0) return null;
  return (
    <Panel
      title={words.title}
      action={
        <AnchorLink to="/reports/alerts" size="sm">
          {words.all(data.total)}
        </AnchorLink>
      }
    >
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {arrangeAlerts(data.list)
          .slice(0, SHOWN)
          .map((alert) => (
            <Row key={alert.alert_id} alert={alert} />
          ))}
      </Stack>
    </Panel>
  );
}

function Row({ alert }: { alert: AlertRow }) {
  const { time_zone } = useUser();
  const { alert_id, brands, since, money_at_risk: risk } = alert;
  const daily = risk && costPerDay(risk);
  return (
    <Group component="li" justify="space-between" gap="xs">
      {/* On a phone the money is below each, whatever the length of its words. */}
      <div style={{ flex: "1 1 240px", minWidth: 0 }}>
        <AnchorLink
          to="/reports/alerts"
          search={brands ? { kind: OVERDUE } : { alert: alert_id }}
          fw={500}
          c="inherit"
        >
          {titleOf(alert)}
        </AnchorLink>
        <Hint>
          {brands ? brandOf(alert) : subjectOf(alert)} ·{" "}
          {words.sinceDay(formatDayIn(since, time_zone))}
        </Hint>
      </div>
      {risk && (
        <Text>
          <Text span fw={600}>
            {costInWords(risk)}
          </Text>
          {daily && `, ${words.daily(daily)}`}
        </Text>
      )}
    </Group>
  );
}
