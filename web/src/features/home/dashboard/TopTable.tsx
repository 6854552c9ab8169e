import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { RELATION_NONE } from "@/api/gen/enums.gen";
import type { Dashboard, TopBrand, TopLink } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useMoney } from "@/api/user/useMoney";
import { useUser } from "@/api/user/useUser";
import { dashboard } from "@/text/home/dashboard";
import { AddressText } from "@/ui/base/AddressText";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { Money, Num } from "@/ui/base/Numbers";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Panel } from "@/ui/layout/Panel";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

interface TopTableProps<T> {
  title: string;
  /** The heading of the first column. */
  what: string;
  /** Leads to all of them. */
  all: ReactNode;
  rows: T[];
  currency: string;
  id: (row: T) => string | number;
  name: (row: T) => ReactNode;
  /** Shown if there are no rows: an EmptyState. */
  empty: ReactNode;
}

/** A table of the brands or links with the most commission, or orders without money, with clicks and orders. */
function TopTable<T extends { clicks: number; orders: number; commission: string }>(
  props: TopTableProps<T>,
) {
  const { title, what, all, rows, currency, id, name, empty } = props;
  const seesMoney = useMoney();
  return (
    <Panel tall title={title} action={rows.length > 0 && all}>
      {rows.length === 0 ? (
        empty
      ) : (
        <SmallTable fixed>
          <thead>
            <tr>
              <Head w="38%">{what}</Head>
              <Head numeric visibleFrom="xs">
                {dashboard.clicks}
              </Head>
              <Head numeric>{dashboard.orders}</Head>
              {seesMoney && (
                <Head numeric w="34%">
                  {dashboard.commissionIn(currency)}
                </Head>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={id(row)}>
                <Cell>{name(row)}</Cell>
                <Cell numeric visibleFrom="xs">
                  <Num value={row.clicks} />
                </Cell>
                <Cell numeric>
                  <Num value={row.orders} />
                </Cell>
                {seesMoney && (
                  <Cell numeric>
                    <Money amount={row.commission} currency={currency} bare />
                  </Cell>
                )}
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}

interface TopBrandsProps {
  brands: TopBrand[];
  currency: string;
  data: Pick<Dashboard, "start_date" | "end_date">;
}

/** The brands that brought most; each leads to its figures of the same days. */
export function TopBrands({ brands, currency, data: { start_date, end_date } }: TopBrandsProps) {
  const days = { start_date, end_date };
  return (
    <TopTable
      title={dashboard.topBrands}
      what={dashboard.brand}
      rows={brands}
      currency={currency}
      id={({ mcid }) => mcid}
      all={
        <AnchorLink to="/reports/performance" search={{ ...days, group_by: ["brand"] }} size="sm">
          {dashboard.allBrands}
        </AnchorLink>
      }
      name={({ mcid, brand_name }) => (
        <Text truncate inherit title={brand_name}>
          <AnchorLink
            to="/reports/performance"
            search={{ ...days, mcids: [mcid] }}
            inherit
            c="inherit"
          >
            {brand_name}
          </AnchorLink>
        </Text>
      )}
      empty={
        <EmptyState
          title={dashboard.noBrands}
          help={dashboard.noBrandsHelp}
          action={
            <ButtonLink
              variant="default"
              size="xs"
              to="/brands/find"
              search={{ status: RELATION_NONE }}
            >
              {dashboard.findBrands}
            </ButtonLink>
          }
        />
      }
    />
  );
}

/** The links that brought most, each with the brand and the page it leads to. */
export function TopLinks({ links, currency }: { links: TopLink[]; currency: string }) {
  const mayOpenLinks = hasPermission(useUser(), "link.edit");
  return (
    <TopTable
      title={dashboard.topLinks}
      what={dashboard.link}
      rows={links}
      currency={currency}
      id={({ link_id }) => link_id}
      all={
        mayOpenLinks && (
          <AnchorLink to="/tools/link-generator" hash="links" size="sm">
            {dashboard.allLinks}
          </AnchorLink>
        )
      }
      name={({ link_id, brand_name, target_url }) => (
        <>
          <Text truncate inherit>
            {mayOpenLinks ? (
              <AnchorLink to="/tools/link-generator" search={{ link: link_id }} inherit c="inherit">
                {brand_name}
              </AnchorLink>
            ) : (
              brand_name
            )}
          </Text>
          <Text component="div" size="xs" c="dimmed">
            <AddressText url={target_url} width={240} path />
          </Text>
        </>
      )}
      empty={
        <EmptyState
          title={dashboard.noLinks}
          help={dashboard.noLinksHelp}
          action={
            mayOpenLinks && (
              <ButtonLink variant="default" size="xs" to="/tools/link-generator">
                {dashboard.makeLink}
              </ButtonLink>
            )
          }
        />
      }
    />
  );
}
