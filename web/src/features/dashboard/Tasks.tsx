import { Button, Group, Progress, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";

import { useState } from "react";

import type { Task } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { AnchorLink, pathOf } from "@/ui/base/links";
import { Panel } from "@/ui/layout/Panel";

interface TasksProps {
  tasks: Task[];
  /** For a newcomer it is the first thing on the page. */
  first?: boolean;
}

/** The steps to the first payment, ticked as they are done; the first open one leads on. */
export function Tasks({ tasks, first }: TasksProps) {
  const done = tasks.filter((task) => task.done).length;
  const [all, setAll] = useState(false);
  const shown = all ? tasks : tasks.filter((task) => !task.done);
  const next = tasks.find((task) => !task.done);
  return (
    <Panel
      title={first ? dashboard.start : dashboard.tasks}
      action={
        <Text size="xs" c="dimmed">
          {dashboard.tasksDone(done, tasks.length)}
        </Text>
      }
    >
      {first && <Text c="dimmed">{dashboard.startHelp}</Text>}
      <Progress size={4} value={(done / tasks.length) * 100} aria-hidden="true" />
      <Stack component="ol" gap={4} p={0} m={0}>
        {shown.map((task) => (
          <Group component="li" key={task.name} gap="xs" wrap="nowrap" mih={32}>
            <Tick done={task.done} />
            {task.done ? (
              <Text c="dimmed">{labelOf(task)}</Text>
            ) : (
              <AnchorLink {...pathOf(task.to)} c="inherit" fw={task === next ? 600 : 400}>
                <Group component="span" gap={4} wrap="nowrap">
                  {labelOf(task)}
                  <IconChevronRight size={14} stroke={1.5} aria-hidden="true" />
                </Group>
              </AnchorLink>
            )}
          </Group>
        ))}
      </Stack>
      {done > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          ml={-8}
          w="fit-content"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? dashboard.hideDone : dashboard.showDone}
        </Button>
      )}
    </Panel>
  );
}

function Tick({ done }: { done: boolean }) {
  const Icon = done ? IconCircleCheckFilled : IconCircle;
  return (
    <Text span c={done ? "var(--portal-approved)" : "dimmed"} display="flex">
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <VisuallyHidden>{done ? dashboard.done : dashboard.notDone}</VisuallyHidden>
    </Text>
  );
}

const labelOf = ({ name }: Task) => dashboard.task[name] ?? name;
