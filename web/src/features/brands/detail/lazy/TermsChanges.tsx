import { Group, Paper, Stack, Text } from "@mantine/core";
import type { TermsChange } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { termsChange as words } from "@/text/brands/termsChange";
import { formatDay, formatDayIn, formatMoney } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";

/** The latest changes of a brand's terms: from when, how long before they were announced, and what they change for you. */
export function TermsChanges({ changes }: { changes: TermsChange[] }) {
  return (
    <Paper p="md">
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {changes.map((change) => (
          <Stack key={`${change.announced_at} ${change.starts_on}`} component="li" gap={4}>
            <Change change={change} />
          </Stack>
        ))}
      </Stack>
    </Paper>
  );
}

function Change({ change }: { change: TermsChange }) {
  const { time_zone } = useUser();
  const { announced_at, starts_on, notice_days, lines, effect } = change;
  const isLess = effect !== null && Number(effect.after) < Number(effect.before);
  const isUnannounced = notice_days === 0 && (effect === null || isLess);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{words.startsOn(formatDay(starts_on))}</Text>
        {isUnannounced ? (
          <StatusBadge state="pending">{words.withoutNotice}</StatusBadge>
        ) : (
          <Hint>
            {words.announcedOn(formatDayIn(announced_at, time_zone), words.daysBefore(notice_days))}
          </Hint>
        )}
      </Group>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {effect ? (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {words.effect(effect.orders)}
          </Text>
          <Text size="sm" fw={500}>
            {effect.before === effect.after
              ? words.effectSame(formatMoney(effect.before, effect.currency))
              : words.effectSums(
                  formatMoney(effect.before, effect.currency),
                  formatMoney(effect.after, effect.currency),
                )}
          </Text>
        </Group>
      ) : (
        <Hint>{words.noEffect}</Hint>
      )}
    </>
  );
}
