import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LifeStage, SandboxLife } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { sandbox as words } from "@/text/accounts/sandbox";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { Answer } from "@/ui/feedback/Answer";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";
import { useAdvance } from "./advance";

/** How a stage looks, as far as it is not on its way. */
const LOOKS: Partial<Record<LifeStage, State>> = {
  approved: "approved",
  paid: "paid",
  rejected: "rejected",
  failed: "rejected",
  returned: "rejected",
  part_returned: "rejected",
};

/** The test orders, the newest first, with buttons that lead them on. */
export function Lives({ onOrder }: { onOrder: (oid: number) => void }) {
  const answer = useQuery(query("/sandbox/lives"));
  return (
    <Panel title={words.lives}>
      <Answer of={answer} waiting={<SkeletonRows rows={2} height={56} />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={words.none} help={words.noneHelp} />
          ) : (
            <RowList label={words.lives}>
              {list.map((life) => (
                <LifeRow key={life.life_id} life={life} onOrder={onOrder} />
              ))}
            </RowList>
          )
        }
      </Answer>
    </Panel>
  );
}

function LifeRow({ life, onOrder }: { life: SandboxLife; onOrder: (oid: number) => void }) {
  const { life_id, order_id, oid, brand_name, path, stage, left, updated_at } = life;
  const { time_zone: zone } = useUser();
  const advance = useAdvance();
  const lead = (whole: boolean) => advance.mutate({ attributes: { life_id, whole } });
  const [next] = left;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={500}>{order_id}</Text>
          <StatusBadge state={LOOKS[stage] ?? "pending"}>{words.stages[stage]}</StatusBadge>
        </Group>
        <Hint size="sm">
          {[brand_name, words.paths[path], formatDateTime(updated_at, zone)].join(" · ")}
        </Hint>
      </Stack>
      <Group gap="xs">
        {next && (
          <>
            <Button
              size="xs"
              loading={advance.isPending}
              aria-label={words.nextOf(order_id, words.stages[next])}
              onClick={() => lead(false)}
            >
              {words.next(words.stages[next])}
            </Button>
            {left.length > 1 && (
              <Button
                size="xs"
                variant="default"
                disabled={advance.isPending}
                aria-label={words.toEndOf(order_id)}
                onClick={() => lead(true)}
              >
                {words.toEnd}
              </Button>
            )}
          </>
        )}
        {oid && (
          <Button
            size="xs"
            variant="default"
            aria-label={words.detailsOf(order_id)}
            onClick={() => onOrder(oid)}
          >
            {words.details}
          </Button>
        )}
      </Group>
    </Group>
  );
}
