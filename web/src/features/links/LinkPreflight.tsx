import { List, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";

import { fullUrl } from "@/api/form/fullUrl";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { linkRefusalText } from "@/features/links/edit/linkRefusalText";
import type { LinkValues } from "@/features/links/edit/linkValues";
import { link as words } from "@/text/links/link";
import { Callout } from "@/ui/feedback/Callout";

const DEBOUNCE = 400;

interface LinkPreflightProps {
  values: LinkValues;
  siteId: number | undefined;
}

/** Errors and warnings about a link while it is typed, as the portal returns them. */
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
  const { data } = useSteadyQuery("/tools/link_preview", { attributes: JSON.parse(typed) });
  if (!data || (data.code === 0 && data.warnings.length === 0)) return null;
  if (data.code !== 0)
    return <Callout state="rejected" title={linkRefusalText(data, path.trim())} />;
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
