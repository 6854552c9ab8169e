import { Grid, Skeleton, Stack } from "@mantine/core";

import { SkeletonCards } from "@/ui/feedback/Skeletons";

/** The page's shape before its first answer. */
export function DashboardSkeleton() {
  return (
    <Stack gap="lg">
      <SkeletonCards />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Skeleton h={352} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Skeleton h={352} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Skeleton h={260} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Skeleton h={260} radius="lg" />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
