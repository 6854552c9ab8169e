import { Stack, Text } from "@mantine/core";

import { RELATION_PENDING } from "@/api/gen/enums.gen";
import type { BrandInfo } from "@/api/gen/types.gen";
import { brand as words } from "@/text/brands/brand";
import { Callout } from "@/ui/feedback/Callout";
import { useChannel } from "@/ui/picker/useChannels";

import { BrandAction } from "./BrandAction";
import { LeaveButton } from "./LeaveButton";
import { useDecisions } from "./useDecisions";

function nextOf({ relationship, status }: BrandInfo): string {
  if (relationship === RELATION_PENDING) return words.pendingNext;
  return status === "online" ? words.notJoinedNext : words.notOpenNext[status];
}

/**
 * Shown if no link can be created yet because the channel has not joined the brand: it can apply
 * here.
 */
export function ApplyCallout({ brand, siteId }: { brand: BrandInfo; siteId: number | undefined }) {
  const { name: channel } = useChannel(siteId);
  const pending = brand.relationship === RELATION_PENDING;
  useDecisions(siteId, [brand]);
  return (
    <Callout
      state={pending ? "pending" : "offline"}
      title={pending ? words.pendingTitle : words.notJoinedTitle(channel, brand.name)}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{nextOf(brand)}</Text>
        {pending ? (
          <LeaveButton brand={brand} siteId={siteId} />
        ) : (
          brand.status === "online" && <BrandAction brand={brand} siteId={siteId} />
        )}
      </Stack>
    </Callout>
  );
}
