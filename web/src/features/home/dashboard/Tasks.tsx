import { Button, Group, Progress, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useState } from "react";
import type { Task } from "@/api/gen/types.gen";
import { dashboard } from "@/text/home/dashboard";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink, pathOf } from "@/ui/base/links";
import { Panel } from "@/ui/layout/Panel";

interface TasksProps {
  title?: string;
  tasks: Task[];
  /** Fills the height of its row. */
  tall?: boolean;
}

/** The steps to the first payment, ticked when done; the first open one is a link. */
export function Tasks({ title = dashboard.tasks, tasks, tall }: TasksProps) {
  const done = tasks.filter((task) => task.done).length;
  const [all, setAll] = useState(false);
  const shown = all ? tasks : tasks.filter((task) => !task.done);
  const next = tasks.find((task) => !task.done);
  return (
    <Panel
      tall={tall}
      title={title}
      action={<Hint>{dashboard.tasksDone(done, tasks.length)}</Hint>}
    >
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
