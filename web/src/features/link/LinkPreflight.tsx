import { List, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { fullUrl } from "@/api/form/fullUrl";
import { query } from "@/api/query";
import type { LinkValues } from "@/features/link/edit/linkValues";
import { refusalText } from "@/features/link/edit/refusalText";
import { link as words } from "@/text/publisher/link";
import { Callout } from "@/ui/feedback/Callout";

const DEBOUNCE = 400;

interface LinkPreflightProps {
  values: LinkValues;
  siteId: number | undefined;
}

/** What stands against a link, or could be better about it, while it is typed: the portal's own answer. */
export function LinkPreflight({ values, siteId }: LinkPreflightProps) {
  const { mcid, target_url, path, coupon } = values;
  const [typed] = useDebouncedValue(
    JSON.stringify({
      mcid,
      target_url: fullUrl(target_url),
      path: path.trim() || undefined,
      coupon: coupon || undefined,
      site_id: siteId === undefined ? undefined : String(siteId),
    }),
    DEBOUNCE,
  );
  const { data } = useQuery({
    ...query("/tools/link_preview", { attributes: JSON.parse(typed) }),
    placeholderData: keepPreviousData,
  });
  if (!data || (data.code === 0 && data.warnings.length === 0)) return null;
  if (data.code !== 0) return <Callout state="rejected" title={refusalText(data, path.trim())} />;
  return (
    <Callout state="pending" title={words.beforehand}>
      <List size="sm">
        {data.warnings.map((warning) => (
          <List.Item key={warning}>
            <Text size="sm">{warning}</Text>
          </List.Item>
        ))}
      </List>
    </Callout>
  );
}
