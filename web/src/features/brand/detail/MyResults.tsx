import { Paper, Stack, Text, Title } from "@mantine/core";

import type { BrandInfo } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { brand as words } from "@/text/publisher/brand";
import { AnchorLink } from "@/ui/base/links";
import { Money, Num } from "@/ui/base/Numbers";
import { DetailRow } from "@/ui/layout/DetailRow";

/** The publisher's results with a brand in the last 30 days. */
export function MyResults({ brand: { mcid, my_results } }: { brand: BrandInfo }) {
  const { site_count } = useUser();
  const { clicks, orders, sales, commission, currency } = my_results;
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.myResults}
        </Title>
        {site_count > 1 && (
          <Text size="xs" c="dimmed">
            {words.ofAllChannels}
          </Text>
        )}
        <DetailRow name={words.commission}>
          <Money amount={commission} currency={currency} fw={600} />
        </DetailRow>
        <DetailRow name={words.sales}>
          <Money amount={sales} currency={currency} />
        </DetailRow>
        <DetailRow name={words.orders}>
          <Num value={orders} />
        </DetailRow>
        <DetailRow name={words.clicks}>
          <Num value={clicks} />
        </DetailRow>
        <AnchorLink to="/reports/clicks" search={{ mcids: [mcid] }} size="sm">
          {words.openClicks}
        </AnchorLink>
        <AnchorLink to="/reports/performance" search={{ mcids: [mcid] }} size="sm">
          {words.openReport}
        </AnchorLink>
      </Stack>
    </Paper>
  );
}
