import { Paper, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";

import { common } from "@/text/core/common";

import { repeat } from "@/ui/base/repeat";

/** Placeholder rows of a table that is still loading, at their final height. */
export function SkeletonRows({ rows, height }: { rows: number; height: number }) {
  return (
    <Stack gap={0} aria-busy="true">
      <VisuallyHidden>{common.loading}</VisuallyHidden>
      {repeat(rows, (row) => (
        <Skeleton key={row} h={height - 24} my={12} mx="sm" w="auto" radius="sm" />
      ))}
    </Stack>
  );
}

/** Placeholder cards, while the real ones are loading. */
export function SkeletonCards({ cards = 4 }: { cards?: number }) {
  return (
    <SimpleGrid cols={{ base: 2, md: cards }} spacing="sm" aria-busy="true">
      {repeat(cards, (card) => (
        <Paper key={card} p="md">
          <Skeleton h={12} w="40%" mb="sm" />
          <Skeleton h={28} w="70%" mb="sm" />
          <Skeleton h={32} />
        </Paper>
      ))}
    </SimpleGrid>
  );
}
