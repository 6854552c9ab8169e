import { Text } from "@mantine/core";
import { RELATION_NONE } from "@/api/gen/enums.gen";

import type { Dashboard, TopBrand } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";

import { TopTable } from "./TopTable";

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
