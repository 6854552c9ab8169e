import { Group } from "@mantine/core";

import type { OrderStory } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { order } from "@/text/orders/order";
import { why } from "@/text/reports/why";
import { ButtonLink } from "@/ui/base/links";
import { todayIn } from "@/ui/base/period";

/**
 * The actions for an order: open its click or its cases, or open a new case while that is possible.
 */
export function OrderActions({ story, zone }: { story: OrderStory; zone: string }) {
  const { oid, click_ref, click_time, items = [], timeline } = story;
  const lasts = (until: string | null) => until !== null && Date.parse(until) > Date.now();
  const mayClaim = hasPermission(useUser(), "case.edit");
  const claimable = mayClaim && !story.test_order && lasts(story.claim_until);
  const disputable = mayClaim && !story.test_order && lasts(story.dispute_until);
  const alive = items.some(({ status }) => status !== "Rejected");
  const day = click_time && todayIn(zone, new Date(click_time));
  return (
    <Group gap="xs">
      <ButtonLink size="xs" variant="default" to="/reports/why" search={{ oid }}>
        {why.button}
      </ButtonLink>
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
      {disputable && (
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
