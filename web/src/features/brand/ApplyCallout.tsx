import { Stack, Text } from "@mantine/core";

import { RELATION_PENDING } from "@/api/gen/enums.gen";
import type { BrandInfo } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { Callout } from "@/ui/feedback/Callout";
import { useChannel } from "@/ui/picker/useChannels";

import { BrandAction } from "./BrandAction";
import { LeaveButton } from "./LeaveButton";
import { useDecisions } from "./useDecisions";

interface ApplyCalloutProps {
  brand: BrandInfo;
  siteId: number | undefined;
}

/** In place of a link that cannot be made yet: the channel has not joined the brand, and can apply here. */
export function ApplyCallout({ brand, siteId }: ApplyCalloutProps) {
  const { name: channel } = useChannel(siteId);
  const pending = brand.relationship === RELATION_PENDING;
  useDecisions(siteId, [brand]);
  return (
    <Callout
      state={pending ? "pending" : "offline"}
      title={pending ? words.pendingTitle : words.notJoinedTitle(channel, brand.name)}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{pending ? words.pendingNext : words.notJoinedNext}</Text>
        {pending ? (
          <LeaveButton brand={brand} siteId={siteId} />
        ) : (
          <BrandAction brand={brand} siteId={siteId} />
        )}
      </Stack>
    </Callout>
  );
}
