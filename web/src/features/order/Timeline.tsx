import { Timeline as Line, Text } from "@mantine/core";

import type { OrderStory } from "@/api/gen/types.gen";
import { order } from "@/text/publisher/order";
import { formatDay } from "@/ui/base/format";
import { DateText } from "@/ui/base/Numbers";
import { todayIn } from "@/ui/base/period";
import classes from "./Timeline.module.css";
import { type NextStep, pastSteps, type ReaderWords, upcomingSteps } from "./timelineSteps";

interface TimelineProps {
  story: OrderStory;
  zone: string;
  channel: string;
  words: ReaderWords;
}

/** From click to payment: what has happened, and in grey what is still to come. */
export function Timeline({ story, zone, channel, words }: TimelineProps) {
  const steps = pastSteps(story, channel, words);
  const coming = upcomingSteps(story, words);
  return (
    <Line
      active={steps.length - 1}
      bulletSize={12}
      lineWidth={2}
      component="ol"
      className={classes.line}
    >
      {steps.map(({ key, title, tone, item, at }) => (
        <Line.Item key={key} component="li" color={`var(--portal-${tone})`} title={title} fz="sm">
          <Text size="xs" c="dimmed">
            {item && `${order.ofItem(item)} · `}
            <DateText value={at} zone={zone} />
          </Text>
        </Line.Item>
      ))}
      {coming.map((step) => (
        <Line.Item
          key={step.title}
          component="li"
          lineVariant="dashed"
          c="dimmed"
          title={step.title}
          fz="sm"
        >
          <Text size="xs" c="dimmed">
            {expectedText(step, zone)}
          </Text>
        </Line.Item>
      ))}
    </Line>
  );
}

function expectedText({ day: expected }: NextStep, zone: string): string {
  if (!expected) return order.later;
  const on = expected.slice(0, 10);
  return on < todayIn(zone) ? order.overdue(formatDay(on)) : order.expectedOn(formatDay(on));
}
