import { Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";

import type { BrandInfo } from "@/api/gen/types.gen";
import { BrandLogo } from "@/features/brand/BrandLogo";
import { AnchorLink } from "@/ui/base/links";

interface SimilarBrandsProps {
  list: BrandInfo["alternatives"];
  siteId: number | undefined;
}

/** Brands of the same kind that the channel could still join. */
export function SimilarBrands({ list, siteId }: SimilarBrandsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {list.map(({ mcid, name, logo, commission }) => (
        <Paper key={mcid} p="sm">
          <Group gap="sm" wrap="nowrap">
            <BrandLogo name={name} logo={logo} size={32} />
            <Stack gap={0} miw={0}>
              <AnchorLink
                to="/brands/$mcid"
                params={{ mcid }}
                search={{ site_id: siteId }}
                fw={500}
                c="inherit"
                truncate
                title={name}
              >
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
