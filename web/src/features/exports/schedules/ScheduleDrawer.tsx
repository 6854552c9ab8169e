import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportSchedule, RunState, ScheduleRun } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { schedules as words } from "@/text/exports/schedules";
import { formatBytes, formatDateTime, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { RowList } from "@/ui/table/RowList";
import { ScheduleState, targetOf } from "./ScheduleState";
import { runsQuery } from "./schedulesQuery";

const RUNS = 20;
const RUNS_MAX = 1_000;
const RUN_LOOKS: Record<RunState, State> = {
  running: "pending",
  done: "approved",
  failed: "rejected",
};

interface ScheduleDetailsProps {
  schedule: ExportSchedule;
  zone: string;
  onChange: () => void;
  onDeleted: () => void;
}

/** What a schedule delivers and where, why it failed, its actions, and its runs. */
export function ScheduleDetails({ schedule, zone, onChange, onDeleted }: ScheduleDetailsProps) {
  const { id, name, maker, state, error, report, view, days, incremental } = schedule;
  const run = useCall("/reports/schedule_run", {
    refresh: ["/reports/schedule_list", "/reports/schedule_log"],
    onSuccess: () => toast.success(words.runs(name)),
  });
  const remove = useCall("/reports/schedule_del", {
    refresh: ["/reports/schedule_list"],
    onSuccess: () => {
      toast.success(words.deleted(name));
      onDeleted();
    },
  });
  const isStopped = state === "stopped";
  return (
    <Stack gap="lg" pb="lg">
      {error && (
        <Callout
          state={isStopped ? "rejected" : "pending"}
          title={isStopped ? words.stoppedTitle : words.failingTitle}
        >
          <Text size="sm">{error}.</Text>
        </Callout>
      )}
      <Stack gap="xs">
        <Group justify="space-between">
          <Hint>{words.madeBy(maker)}</Hint>
          <ScheduleState schedule={schedule} />
        </Group>
        <DetailRow name={words.what}>
          {view === null ? words.shortNames[report] : words.view(view)}
        </DetailRow>
        {days && <DetailRow name={words.days}>{words.dayNames[days]}</DetailRow>}
        {incremental && <DetailRow name={words.days}>{words.incremental}</DetailRow>}
        <DetailRow name={words.every}>{words.everyNames[schedule.every]}</DetailRow>
        <DetailRow name={words.format}>{words.formats[schedule.format]}</DetailRow>
        <DetailRow name={words.target}>
          <span className="portal-code">{targetOf(schedule)}</span>
        </DetailRow>
        {schedule.endpoint && (
          <DetailRow name={words.endpoint}>
            <span className="portal-code">{schedule.endpoint}</span>
          </DetailRow>
        )}
        {schedule.kind === "sftp" && (
          <DetailRow name={words.fingerprint}>
            <span className="portal-code">{schedule.host_key ?? words.notSeen}</span>
          </DetailRow>
        )}
        <TimeRow name={words.next} value={schedule.next_at} zone={zone} />
        <TimeRow name={words.made} value={schedule.created_at} zone={zone} />
      </Stack>
      <Group justify="flex-end" gap="sm">
        <ConfirmButton
          loading={remove.isPending}
          title={words.deleteTitle(name)}
          question={words.deleteHelp}
          confirm={words.delete}
          onConfirm={() => remove.mutate({ attributes: { id } })}
        >
          {words.delete}
        </ConfirmButton>
        <Button variant={isStopped ? "filled" : "default"} onClick={onChange}>
          {isStopped ? words.resume : words.edit}
        </Button>
        {!isStopped && (
          <Button loading={run.isPending} onClick={() => run.mutate({ attributes: { id } })}>
            {words.run}
          </Button>
        )}
      </Group>
      <RunLog schedule={schedule} zone={zone} />
    </Stack>
  );
}

/** The runs of a schedule, the latest first. */
function RunLog({ schedule, zone }: { schedule: ExportSchedule; zone: string }) {
  const [count, setCount] = useState(RUNS);
  const answer = useQuery(runsQuery(schedule, count));
  return (
    <Stack component="section" gap="xs" aria-label={words.log}>
      <Title order={3}>{words.log}</Title>
      <Answer of={answer} waiting={<SkeletonRows rows={2} height={56} />}>
        {({ list, total }) => (
          <>
            {list.length === 0 && <Text size="sm">{words.noRuns}</Text>}
            {list.length > 0 && (
              <RowList>
                {list.map((run) => (
                  <RunRow key={run.id} run={run} zone={zone} />
                ))}
              </RowList>
            )}
            {total > list.length && count < RUNS_MAX && (
              <Button
                variant="default"
                size="xs"
                loading={answer.isPlaceholderData}
                onClick={() => setCount(Math.min(RUNS_MAX, count * 5))}
              >
                {words.more}
              </Button>
            )}
          </>
        )}
      </Answer>
    </Stack>
  );
}

function RunRow({ run, zone }: { run: ScheduleRun; zone: string }) {
  const { state, started_at, file, rows, size, error } = run;
  return (
    <Stack component="li" gap={2}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{formatDateTime(started_at, zone)}</Text>
        <StatusBadge state={RUN_LOOKS[state]}>{words.runStates[state]}</StatusBadge>
      </Group>
      {rows !== null && size !== null && (
        <Hint>{words.delivered(formatNumber(rows), formatBytes(size))}</Hint>
      )}
      {file && <Hint className="portal-code">{file}</Hint>}
      {error && <Hint>{error}.</Hint>}
    </Stack>
  );
}
