import { Text } from "@mantine/core";

import type { TopLink } from "@/api/gen/types.gen";
import { dashboard } from "@/text/dashboard";
import { EmptyState } from "@/ui/EmptyState";
import { Money, Num } from "@/ui/Figures";
import { AnchorLink, ButtonLink } from "@/ui/links";
import { Panel } from "@/ui/Panel";
import { Cell, Head, SmallTable } from "@/ui/SmallTable";

/** The links that brought most, each with the brand and the page it leads to. */
export function TopLinks({ links, currency }: { links: TopLink[]; currency: string }) {
  return (
    <Panel
      tall
      title={dashboard.topLinks}
      action={
        links.length > 0 && (
          <AnchorLink to="/tools/link-generator" size="sm">
            {dashboard.allLinks}
          </AnchorLink>
        )
      }
    >
      {links.length === 0 ? (
        <EmptyState
          title={dashboard.noLinks}
          help={dashboard.noLinksHelp}
          action={
            <ButtonLink variant="default" size="xs" to="/tools/link-generator">
              {dashboard.makeLink}
            </ButtonLink>
          }
        />
      ) : (
        <SmallTable fixed>
          <thead>
            <tr>
              <Head w="40%">{dashboard.link}</Head>
              <Head numeric visibleFrom="xs">
                {dashboard.clicks}
              </Head>
              <Head numeric>{dashboard.orders}</Head>
              <Head numeric>{dashboard.commission}</Head>
            </tr>
          </thead>
          <tbody>
            {links.map(({ link_id, brand_name, target_url, clicks, orders, commission }) => (
              <tr key={link_id}>
                <Cell>
                  <Text truncate inherit>
                    {brand_name}
                  </Text>
                  <Text truncate size="xs" c="dimmed" title={target_url}>
                    {target_url.replace(/^https?:\/\/(www\.)?/, "")}
                  </Text>
                </Cell>
                <Cell numeric visibleFrom="xs">
                  <Num value={clicks} />
                </Cell>
                <Cell numeric>
                  <Num value={orders} />
                </Cell>
                <Cell numeric>
                  <Money amount={commission} currency={currency} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}
