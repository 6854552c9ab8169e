import { Timeline as Line } from "@mantine/core";
import type { OrderStory } from "@/api/gen/types.gen";
import { order } from "@/text/orders/order";
import { dateRecordText } from "@/ui/base/dateRecordText";
import { formatDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
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

/** From click to payment: past steps, and in grey the upcoming ones. */
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
      classNames={{ itemTitle: classes.title ?? "" }}
    >
      {steps.map(({ key, title, tone, item, at }) => (
        <Line.Item key={key} component="li" color={`var(--portal-${tone})`} title={title} fz="sm">
          <Hint>
            {item && `${order.ofItem(item)} · `}
            <DateText value={at} zone={zone} />
          </Hint>
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
          <Hint>{expectedText(step, zone)}</Hint>
        </Line.Item>
      ))}
    </Line>
  );
}

function expectedText({ day: expected, record }: NextStep, zone: string): string {
  const kept = record ? dateRecordText(record, "decision") : null;
  if (!expected || (kept && !record?.keeps_dates)) return kept ?? order.later;
  const on = expected.slice(0, 10);
  const day = formatDay(on);
  const words = on < todayIn(zone) ? order.overdue(day) : order.expectedOn(day);
  return kept ? `${words} · ${kept}` : words;
}
