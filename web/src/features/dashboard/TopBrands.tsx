import { Table, Text } from "@mantine/core";

import type { Dashboard, TopBrand } from "@/api/gen/types.gen";
import { dashboard } from "@/text/dashboard";
import { EmptyState } from "@/ui/EmptyState";
import { Money, Num } from "@/ui/Figures";
import { AnchorLink, ButtonLink } from "@/ui/links";
import { Panel } from "@/ui/Panel";

interface TopBrandsProps {
  brands: TopBrand[];
  currency: string;
  data: Pick<Dashboard, "start_date" | "end_date">;
}

/** The brands that brought most; each leads to its figures of the same days. */
export function TopBrands({ brands, currency, data: { start_date, end_date } }: TopBrandsProps) {
  const days = { start_date, end_date };
  return (
    <Panel
      tall
      title={dashboard.topBrands}
      action={
        brands.length > 0 && (
          <AnchorLink to="/reports/performance" search={{ ...days, group_by: ["brand"] }} size="sm">
            {dashboard.allBrands}
          </AnchorLink>
        )
      }
    >
      {brands.length === 0 ? (
        <EmptyState
          title={dashboard.noBrands}
          help={dashboard.noBrandsHelp}
          action={
            <ButtonLink variant="default" size="xs" to="/brands/find" search={{ status: 0 }}>
              {dashboard.findBrands}
            </ButtonLink>
          }
        />
      ) : (
        <Table fz="sm" layout="fixed" horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="40%">{dashboard.brand}</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                {dashboard.clicks}
              </Table.Th>
              <Table.Th ta="right">{dashboard.orders}</Table.Th>
              <Table.Th ta="right">{dashboard.commission}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {brands.map(({ mcid, brand_name, clicks, orders, commission }) => (
              <Table.Tr key={mcid}>
                <Table.Td>
                  <Text truncate inherit>
                    <AnchorLink
                      to="/reports/performance"
                      search={{ ...days, mcids: [mcid] }}
                      inherit
                      c="inherit"
                    >
                      {brand_name}
                    </AnchorLink>
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
