import { Button, Group, Select, Stack, Text, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { AlertTask, NetworkAlertInfo, PublisherAlert } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { TwoNames } from "@/features/network/accounts/accountCells";
import { useStaleSave } from "@/features/network/useStaleSave";
import { networkAlerts as words } from "@/text/network/alerts";
import { alert as common } from "@/text/reports/alert";
import { alerts } from "@/text/reports/alerts";
import { costInWords, costPerDay, costSoFar } from "@/ui/alert/alertWords";
import { formatDayIn, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Answer } from "@/ui/feedback/Answer";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf, OptionalLabel } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { TASK_LOOKS } from "./AlertsTab";

interface NetworkAlertDrawerProps {
  /** The key of the group, as the URL has it. */
  shown: string | undefined;
  onClose: () => void;
}

/** A group of alerts: the publishers concerned, and the network's task. */
export function NetworkAlertDrawer({ shown, onClose }: NetworkAlertDrawerProps) {
  const answer = useQuery({
    ...query("/network/alert_info", { attributes: { key: shown ?? "" } }),
    enabled: shown !== undefined,
  });
  const { data } = answer;
  return (
    <LazyDrawer
      shown={shown}
      title={data ? (common.kinds[data.kind] ?? words.drawer) : words.drawer}
      onClose={onClose}
    >
      <Answer of={answer} missing={<EmptyState title={words.unknown} help={words.unknownHelp} />}>
        {(info) => (
          <Stack gap="lg" pb="lg">
            <Facts info={info} />
            {info.mcid !== null && <TaskForm key={info.key} info={info} />}
            <Publishers info={info} />
          </Stack>
        )}
      </Answer>
    </LazyDrawer>
  );
}

function Facts({ info }: { info: NetworkAlertInfo }) {
  const { time_zone: zone } = useUser();
  const { brand_name, mcid, cause, since, publishers, money_at_risk: risk, unrated, task } = info;
  const daily = risk && costPerDay(risk);
  return (
    <Stack gap="xs">
      {mcid !== null && (
        <DetailRow name={words.brand}>
          <AnchorLink to="/network/brands" search={{ look: mcid }}>
            {brand_name}
          </AnchorLink>
        </DetailRow>
      )}
      <DetailRow name={words.cause}>
        {(cause !== null && alerts.causes[cause]) || alerts.noCause}
      </DetailRow>
      <TimeRow name={words.since} value={since} zone={zone} />
      <DetailRow name={words.publishers}>{formatNumber(publishers)}</DetailRow>
      {risk && (
        <>
          <DetailRow name={words.soFar}>
            <Text span inherit fw={600}>
              {costInWords(risk)}
            </Text>
          </DetailRow>
          {daily && <DetailRow name={words.aDay}>{common.about(daily)}</DetailRow>}
          <Hint>{words.costHelp}</Hint>
        </>
      )}
      {unrated > 0 && <Hint>{words.unrated(unrated)}</Hint>}
      {task && (
        <DetailRow name={words.task}>
          <StatusBadge state={TASK_LOOKS[task.state]}>
            {words.sinceWhen(words.tasks[task.state], formatDayIn(task.since, zone))}
          </StatusBadge>
        </DetailRow>
      )}
    </Stack>
  );
}

/** The form of the network's task, with a note for the publishers. */
function TaskForm({ info }: { info: NetworkAlertInfo }) {
  const { key, task } = info;
  const user = useUser();
  const shown = { state: (task?.state ?? "open") as AlertTask["state"], note: task?.note ?? "" };
  const [was, setWas] = useState(task && shown);
  // A draft belongs to the task that it changes.
  const draft = `network_alert ${user.uid} ${user.id} ${key} ${shown.state} ${shown.note}`;
  const { onFailure, loadAgain } = useStaleSave(draft, () => {
    form.setValues(shown);
    setWas(task && shown);
  });
  const { form, submit, busy, failure } = useCallForm("/network/alert_task", {
    initialValues: shown,
    attributes: (values) => ({ ...values, key, was }),
    clears: true,
    draft,
    refresh: ["/network/alerts", "/network/alert_info"],
    onFailure,
    onSuccess: ({ task: saved }) => {
      setWas(saved && { state: saved.state, note: saved.note });
      toast.success(words.saved);
    },
  });
  const field = fieldsOf(form);
  return (
    <form noValidate onSubmit={submit}>
      <Stack role="group" aria-label={words.task}>
        <Select
          {...field("state", words.state)}
          comboboxProps={{ withinPortal: false }}
          allowDeselect={false}
          data={Object.entries(words.tasks).map(([value, label]) => ({ value, label }))}
        />
        <Textarea
          label={<OptionalLabel>{words.note}</OptionalLabel>}
          description={words.noteHelp}
          rows={3}
          maxLength={500}
          {...form.getInputProps("note")}
        />
        <FormNote text={failure} />
        {loadAgain}
        <Group>
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Publishers({ info }: { info: NetworkAlertInfo }) {
  const { of_publishers: rows, alerts: all } = info;
  return (
    <Stack gap="sm">
      <Title order={3}>{words.list}</Title>
      <SmallTable label={words.list}>
        <thead>
          <tr>
            <Head>{words.publisher}</Head>
            <Head numeric>{words.expected}</Head>
            <Head numeric>{words.seen}</Head>
            <Head numeric>{words.ownCost}</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PublisherRow key={`${row.uid} ${row.site_name} ${row.since}`} row={row} />
          ))}
        </tbody>
      </SmallTable>
      {all > rows.length && (
        <Hint>{words.firstOf(formatNumber(rows.length), formatNumber(all))}</Hint>
      )}
    </Stack>
  );
}

function PublisherRow({ row }: { row: PublisherAlert }) {
  const { publisher, uid, site_name, expected, seen, money_at_risk: risk } = row;
  const figure = (value: number | null) => (value === null ? "–" : formatNumber(value, 1));
  return (
    <tr>
      <Cell>
        <AnchorLink to="/network/publishers" search={{ look: String(uid) }}>
          <TwoNames first={publisher} second={site_name ?? words.allChannels} />
        </AnchorLink>
      </Cell>
      <Cell numeric>{figure(expected)}</Cell>
      <Cell numeric>{figure(seen)}</Cell>
      <Cell numeric>{risk ? costSoFar(risk) : "–"}</Cell>
    </tr>
  );
}
