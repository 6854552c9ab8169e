import { Divider, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Alert } from "@/api/gen/types.gen";
import { mayOpen } from "@/api/user/pagePermissions";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { deviceName } from "@/text/clicks/click";
import { alert as common } from "@/text/reports/alert";
import { alerts as words } from "@/text/reports/alerts";
import { costInWords, costPerDay, subjectOf } from "@/ui/alert/alertWords";
import { countryName, formatDay, formatDayIn, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { ButtonLink, pathOf } from "@/ui/base/links";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import type { OpenedRow } from "@/ui/table/opened/useOpenedRow";
import { AlertActions } from "./AlertActions";
import { AlertState } from "./AlertState";
import { foundOf, noticeOf, reasonOf, surenessOf } from "./alertFacts";

/** Broken links, each of which has an estimate of its own in its list. */
const BROKEN = 9;

interface AlertDrawerProps {
  /** The alert that the URL names. */
  shown: number | undefined;
  opened: OpenedRow<Alert>;
  onClose: () => void;
}

/**
 * The details of an alert: the finding and its certainty, the money at risk, the cause and the next
 * step.
 */
export function AlertDrawer({ shown, opened, onClose }: AlertDrawerProps) {
  const { row } = opened;
  return (
    <LazyDrawer
      shown={shown}
      title={row ? (common.kinds[row.kind] ?? words.drawer) : words.drawer}
      onClose={onClose}
    >
      <OpenedContent opened={opened}>
        {(alert) => <Details key={alert.alert_id} alert={alert} onDone={onClose} />}
      </OpenedContent>
    </LazyDrawer>
  );
}

function Details({ alert, onDone }: { alert: Alert; onDone: () => void }) {
  const user = useUser();
  const zone = user.time_zone;
  const { kind, cause, next_step, next_page, money_at_risk: risk, state, task } = alert;
  const daily = risk && costPerDay(risk);
  const found = foundOf(alert);
  return (
    <Stack gap="lg" pb="lg">
      <Stack gap="xs">
        <Group gap="xs" justify="space-between">
          <Text fw={600}>{subjectOf(alert)}</Text>
          <AlertState alert={alert} zone={zone} />
        </Group>
        <TimeRow name={words.since} value={alert.since} zone={zone} />
        {risk && (
          <>
            <DetailRow name={words.sums[kind] ?? words.soFar}>
              <Text span inherit fw={600}>
                {costInWords(risk)}
              </Text>
            </DetailRow>
            {daily && <DetailRow name={words.aDay}>{common.about(daily)}</DetailRow>}
            <Hint>{words.sumsHelp[kind] ?? words.costHelp}</Hint>
            {kind === BROKEN && <Hint>{words.linksCostHelp}</Hint>}
          </>
        )}
      </Stack>
      <Part title={words.next}>
        <Text size="sm">{words.advice[next_step]}</Text>
        {task && <Text size="sm">{words.task(task.state, formatDayIn(task.since, zone))}</Text>}
        {task?.note && <Text size="sm">{words.taskNote(task.note)}</Text>}
        {mayOpen(user, next_page) && (
          <div>
            <ButtonLink size="xs" {...pathOf(next_page)}>
              {words.steps[next_step]}
            </ButtonLink>
          </div>
        )}
        {alert.chance === null && state !== "closed" && <Hint>{words.closesSoon}</Hint>}
      </Part>
      <Part title={words.facts}>
        {found && <Text size="sm">{found}</Text>}
        <Text size="sm">{surenessOf(alert)}</Text>
      </Part>
      <Part title={words.cause}>
        {(cause !== null || alert.chance !== null) && (
          <Text size="sm">{cause === null ? words.noCause : words.causes[cause]}</Text>
        )}
        <EvidenceRows alert={alert} zone={zone} />
      </Part>
      {state !== "closed" && hasPermission(user, "report.edit") && (
        <>
          <Divider />
          <AlertActions chosen={[alert]} explained onDone={onDone} />
        </>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}

/** The evidence for the cause, and the history of the alert. */
function EvidenceRows({ alert, zone }: { alert: Alert; zone: string }) {
  const { evidence, found_at, closed_at } = alert;
  const { links, last_order_at, last_report_at, terms_from, failures, coupon, days } = evidence;
  const { country, device, part_expected, part_seen } = evidence;
  const { announced_at, notice_days, promised_days, usual_days, waiting_since } = evidence;
  const withinDays = (number: number | null | undefined) =>
    number === null || number === undefined ? null : words.withinDays(number);
  const count = (number: number | null | undefined) => (number ? formatNumber(number) : null);
  const rows: Array<[string, ReactNode]> = [
    [words.evidence.links, count(links)],
    [words.evidence.terms_from, terms_from && formatDay(terms_from)],
    [words.evidence.failures, count(failures)],
    [words.evidence.coupon, coupon],
    [words.evidence.days, count(days)],
    [words.evidence.country, country && countryName(country)],
    [words.evidence.device, device && deviceName(device)],
    [words.evidence.part_expected, count(part_expected)],
    [words.evidence.part_seen, typeof part_seen === "number" ? formatNumber(part_seen) : null],
    [words.evidence.notice_days, noticeOf(notice_days)],
    [words.evidence.promised_days, withinDays(promised_days)],
    [words.evidence.usual_days, withinDays(usual_days)],
    [words.evidence.reason, reasonOf(evidence)],
  ];
  return (
    <Stack gap={4}>
      {last_order_at && (
        <TimeRow name={words.evidence.last_order_at} value={last_order_at} zone={zone} />
      )}
      {last_report_at && (
        <TimeRow name={words.evidence.last_report_at} value={last_report_at} zone={zone} />
      )}
      {announced_at && (
        <TimeRow name={words.evidence.announced_at} value={announced_at} zone={zone} />
      )}
      {waiting_since && (
        <TimeRow name={words.evidence.waiting_since} value={waiting_since} zone={zone} />
      )}
      {rows.map(
        ([name, value]) =>
          value && (
            <DetailRow key={name} name={name}>
              {value}
            </DetailRow>
          ),
      )}
      <TimeRow name={words.found} value={found_at} zone={zone} />
      {closed_at && <TimeRow name={words.closed} value={closed_at} zone={zone} />}
    </Stack>
  );
}
