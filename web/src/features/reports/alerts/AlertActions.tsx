import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Alert } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { alerts as words } from "@/text/reports/alerts";
import { formatDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { daysBefore, momentIn, todayIn } from "@/ui/base/period";
import { useAlertSet } from "./useAlertSet";

const USUAL = 7;
/** Alerts are snoozed for at most 90 days, of which the first has begun. */
const LONGEST = 89;

interface AlertActionsProps {
  /** The selected alerts, none of which is closed. */
  chosen: Alert[];
  /** Whether there is room to say what the actions do. */
  explained?: boolean;
  onDone: () => void;
}

/** The actions for alerts: snooze them until a day, mute, reopen or close them. */
export function AlertActions({ chosen, explained, onDone }: AlertActionsProps) {
  const { time_zone } = useUser();
  const { change, close, busy } = useAlertSet(onDone);
  const today = todayIn(time_zone);
  const daysOn = (days: number) => daysBefore(today, -days);
  const [day, setDay] = useState(daysOn(USUAL));
  const [first, last] = [daysOn(1), daysOn(LONGEST)];
  const fits = day >= first && day <= last;
  const ids = chosen.map(({ alert_id }) => alert_id);
  const only = (state: Alert["state"]) => chosen.every((each) => each.state === state);
  return (
    <Stack gap="xs">
      <Group gap="xs" align={fits ? "flex-end" : "center"}>
        <TextInput
          name="until"
          type="date"
          size="xs"
          label={words.snoozeUntil}
          min={first}
          max={last}
          error={fits ? undefined : words.snoozeDays(formatDay(first), formatDay(last))}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={busy || !fits}
          onClick={() =>
            change({ ids, state: "snoozed", until: momentIn(time_zone, `${day}T00:00`) })
          }
        >
          {words.snooze}
        </Button>
        {!only("muted") && (
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => change({ ids, state: "muted" })}
          >
            {words.mute}
          </Button>
        )}
        {!only("open") && (
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => change({ ids, state: "open" })}
          >
            {words.reopen}
          </Button>
        )}
        <Button size="xs" variant="default" disabled={busy} onClick={() => close(ids)}>
          {words.close}
        </Button>
      </Group>
      {explained && <Hint>{words.actionsHelp}</Hint>}
    </Stack>
  );
}
