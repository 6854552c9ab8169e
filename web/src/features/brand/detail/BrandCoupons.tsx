import { Group, Stack, Text, Title } from "@mantine/core";

import type { BrandInfo } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { formatDay } from "@/ui/base/format";
import { CopyButton } from "@/ui/form/CopyButton";

/** The coupons of a brand that can be promoted today; nothing where it has none. */
export function BrandCoupons({ coupons }: { coupons: BrandInfo["coupons"] }) {
  if (coupons.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={words.coupons}>
      <Title order={2}>{words.coupons}</Title>
      {coupons.map(({ id, code, description, exclusive, ends_at }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="sm">
          <Stack gap={0} miw={0}>
            <Text fw={600}>{code}</Text>
            <Text size="sm">{description}</Text>
            <Text size="xs" c="dimmed">
              {[
                exclusive && words.couponExclusive,
                ends_at ? words.couponUntil(formatDay(ends_at)) : words.couponOpen,
              ]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </Stack>
          <CopyButton value={code} />
        </Group>
      ))}
    </Stack>
  );
}
