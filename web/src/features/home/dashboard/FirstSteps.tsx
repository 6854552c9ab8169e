import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconClock, IconX } from "@tabler/icons-react";
import { useUser } from "@/api/user/useUser";
import { dashboard } from "@/text/home/dashboard";
import { Hint } from "@/ui/base/Hint";
import { ButtonLink, pathOf } from "@/ui/base/links";
import { Panel } from "@/ui/layout/Panel";

import classes from "./FirstSteps.module.css";
import { isDone, mayTake, type Step } from "./firstSteps";

const ICONS = { done: IconCheck, waiting: IconClock, refused: IconX, open: null };

/** The steps from a channel to the first order: those done, and the next one. */
export function FirstSteps({ steps }: { steps: Step[] }) {
  const next = steps.find((step) => !isDone(step));
  return (
    <Panel
      tall
      title={dashboard.start}
      action={<Hint>{dashboard.tasksDone(steps.filter(isDone).length, steps.length)}</Hint>}
    >
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <OneStep key={step.name} step={step} number={index + 1} next={step === next} />
        ))}
      </ol>
    </Panel>
  );
}

function OneStep({ step, number, next }: { step: Step; number: number; next: boolean }) {
  const { name, state, note, to } = step;
  const mine = mayTake(useUser(), step);
  const Icon = ICONS[state];
  const words = dashboard.steps[name];
  const { help, action } = (state === "done" ? null : words[state]) ?? words.open;
  return (
    <li className={classes.step} data-state={state} aria-current={next ? "step" : undefined}>
      <span className={classes.mark}>
        {Icon ? <Icon size={14} stroke={2.5} aria-hidden="true" /> : number}
      </span>
      <div className={classes.words}>
        <Text fw={next ? 600 : 400} c={next ? undefined : "dimmed"}>
          {words.title}
          <VisuallyHidden>{`, ${dashboard.stepStates[state]}`}</VisuallyHidden>
        </Text>
        {next && (
          <Stack gap="xs" align="flex-start">
            <Text c="dimmed" maw={560}>
              {note ? dashboard.refusedBecause(help, note) : help}
            </Text>
            {mine ? (
              <ButtonLink variant={state === "waiting" ? "default" : "filled"} {...pathOf(to)}>
                {action}
              </ButtonLink>
            ) : (
              <>
                <Text maw={560}>{dashboard.notYours}</Text>
                <ButtonLink variant="default" to="/settings/team">
                  {dashboard.seeTeam}
                </ButtonLink>
              </>
            )}
          </Stack>
        )}
      </div>
    </li>
  );
}
