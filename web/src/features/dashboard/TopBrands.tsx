import { Text } from "@mantine/core";

import type { Dashboard, TopBrand } from "@/api/gen/types.gen";
import { dashboard } from "@/text/dashboard";
import { EmptyState } from "@/ui/EmptyState";
import { Money, Num } from "@/ui/Figures";
import { AnchorLink, ButtonLink } from "@/ui/links";
import { Panel } from "@/ui/Panel";
import { Cell, Head, SmallTable } from "@/ui/SmallTable";

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
        <SmallTable fixed>
          <thead>
            <tr>
              <Head w="40%">{dashboard.brand}</Head>
              <Head numeric visibleFrom="xs">
                {dashboard.clicks}
              </Head>
              <Head numeric>{dashboard.orders}</Head>
              <Head numeric>{dashboard.commission}</Head>
            </tr>
          </thead>
          <tbody>
            {brands.map(({ mcid, brand_name, clicks, orders, commission }) => (
              <tr key={mcid}>
                <Cell>
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
