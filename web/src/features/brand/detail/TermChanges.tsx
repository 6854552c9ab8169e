import { Group, Paper, Stack, Text } from "@mantine/core";

import type { BrandInfo } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { DateText } from "@/ui/base/Numbers";

/** How a brand's terms have changed, the latest first. */
export function TermChanges({ changes }: { changes: BrandInfo["term_changes"] }) {
  const { time_zone } = useUser();
  return (
    <Paper p="md">
      <Stack gap="sm">
        {changes.map(({ at, text }) => (
          <Group key={`${at} ${text}`} gap="md" justify="space-between">
            <Text>{text}</Text>
            <Text size="sm" c="dimmed">
              <DateText value={at} zone={time_zone} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
