import { Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";

import type { BrandInfo } from "@/api/gen/types.gen";
import { useUser } from "@/api/user";
import { BrandLogo } from "@/features/brand/BrandLogo";
import { DateText } from "@/ui/base/Figures";
import { AnchorLink } from "@/ui/base/links";

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

/** Brands of the same kind that the channel could still join. */
export function Alternatives({ list }: { list: BrandInfo["alternatives"] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {list.map(({ mcid, name, logo, commission }) => (
        <Paper key={mcid} p="sm">
          <Group gap="sm" wrap="nowrap">
            <BrandLogo name={name} logo={logo} size={32} />
            <Stack gap={0} miw={0}>
              <AnchorLink to="/brands/$mcid" params={{ mcid }} fw={500} c="inherit" truncate>
                {name}
              </AnchorLink>
              <Text size="sm" c="dimmed" truncate>
                {commission}
              </Text>
            </Stack>
          </Group>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
