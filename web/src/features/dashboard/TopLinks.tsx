import { Text } from "@mantine/core";

import type { TopLink } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";

import { TopTable } from "./TopTable";

/** The links that brought most, each with the brand and the page it leads to. */
export function TopLinks({ links, currency }: { links: TopLink[]; currency: string }) {
  return (
    <TopTable
      title={dashboard.topLinks}
      what={dashboard.link}
      rows={links}
      currency={currency}
      id={({ link_id }) => link_id}
      all={
        <AnchorLink to="/tools/link-generator" size="sm">
          {dashboard.allLinks}
        </AnchorLink>
      }
      name={({ link_id, brand_name, target_url }) => (
        <>
          <Text truncate inherit>
            <AnchorLink to="/tools/link-generator" search={{ link: link_id }} inherit c="inherit">
              {brand_name}
            </AnchorLink>
          </Text>
          <Text truncate size="xs" c="dimmed" title={target_url}>
            {target_url.replace(/^https?:\/\/(www\.)?/, "")}
          </Text>
        </>
      )}
      empty={
        <EmptyState
          title={dashboard.noLinks}
          help={dashboard.noLinksHelp}
          action={
            <ButtonLink variant="default" size="xs" to="/tools/link-generator">
              {dashboard.makeLink}
            </ButtonLink>
          }
        />
      }
    />
  );
}
