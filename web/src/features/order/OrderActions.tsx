import { Group } from "@mantine/core";

import type { OrderStory } from "@/api/gen/types.gen";
import { order } from "@/text/publisher/order";
import { ButtonLink } from "@/ui/base/links";
import { todayIn } from "@/ui/base/period";

const CASE_DAYS = 90;
const DAY = 86_400_000;

interface OrderActionsProps {
  story: OrderStory;
  zone: string;
}

/** Where an order leads: its click, its cases, and a new one while there is still time. */
export function OrderActions({ story, zone }: OrderActionsProps) {
  const { oid, click_ref, click_time, items = [], timeline } = story;
  const claimable =
    !story.test_order && Date.parse(story.order_time) > Date.now() - CASE_DAYS * DAY;
  const rejected = items.some(({ status }) => status === "Rejected");
  const alive = items.some(({ status }) => status !== "Rejected");
  const day = click_time && todayIn(zone, new Date(click_time));
  return (
    <Group gap="xs">
      {click_ref && day && (
        <ButtonLink
          size="xs"
          variant="default"
          to="/reports/clicks"
          search={{ click_ref, start_date: day, end_date: day }}
        >
          {order.seeClick}
        </ButtonLink>
      )}
      {timeline.some(({ kind }) => kind === "case") && (
        <ButtonLink size="xs" variant="default" to="/reports/cases" search={{ oid }}>
          {order.seeCases}
        </ButtonLink>
      )}
      {claimable && rejected && (
        <ButtonLink
          size="xs"
          variant="default"
          to="/reports/cases"
          search={{ add: "declined", about: oid }}
        >
          {order.wronglyRejected}
        </ButtonLink>
      )}
      {claimable && alive && (
        <ButtonLink
          size="xs"
          variant="default"
          to="/reports/cases"
          search={{ add: "incorrect", about: oid }}
        >
          {order.wrongAmount}
        </ButtonLink>
      )}
    </Group>
  );
}
