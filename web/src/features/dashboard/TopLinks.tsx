import { Table, Text } from "@mantine/core";

import type { TopLink } from "@/api/gen/types.gen";
import { dashboard } from "@/text/dashboard";
import { EmptyState } from "@/ui/EmptyState";
import { Money, Num } from "@/ui/Figures";
import { AnchorLink, ButtonLink } from "@/ui/links";
import { Panel } from "@/ui/Panel";

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
        <Table fz="sm" layout="fixed" horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="40%">{dashboard.link}</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                {dashboard.clicks}
              </Table.Th>
              <Table.Th ta="right">{dashboard.orders}</Table.Th>
              <Table.Th ta="right">{dashboard.commission}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.map(({ link_id, brand_name, target_url, clicks, orders, commission }) => (
              <Table.Tr key={link_id}>
                <Table.Td>
                  <Text truncate inherit>
                    {brand_name}
                  </Text>
                  <Text truncate size="xs" c="dimmed" title={target_url}>
                    {target_url.replace(/^https?:\/\/(www\.)?/, "")}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  <Num value={clicks} />
                </Table.Td>
                <Table.Td ta="right">
                  <Num value={orders} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money amount={commission} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}
