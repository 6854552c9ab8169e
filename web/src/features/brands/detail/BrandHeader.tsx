import { Anchor, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";

import type { BrandInfo } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { BrandAction } from "@/features/brands/BrandAction";
import { BrandLogo } from "@/features/brands/BrandLogo";
import { LeaveButton } from "@/features/brands/LeaveButton";
import { RelationshipBadge } from "@/features/brands/RelationshipBadge";
import { brand as words } from "@/text/brands/brand";
import { DateText } from "@/ui/base/Numbers";
import { Callout } from "@/ui/feedback/Callout";
import { PageHeader } from "@/ui/layout/PageHeader";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";

import classes from "./BrandDetail.module.css";

interface BrandHeaderProps {
  brand: BrandInfo;
  /** The link generator is on the page, so a button that leads to it is not needed. */
  canLink: boolean;
  /** The channel of the URL, if it names one. */
  siteId: number | undefined;
  onChannel: (siteId: number | undefined) => void;
}

/** The brand, the relationship with it, and what to do next. */
export function BrandHeader({ brand, canLink, siteId, onChannel }: BrandHeaderProps) {
  const { name, logo, categories, site_url } = brand;
  const pending = brand.relationship === RELATION_PENDING;
  return (
    <Stack>
      <Group wrap="nowrap" align="flex-start">
        <BrandLogo name={name} logo={logo} size={48} />
        <Stack gap={4} miw={0} flex={1}>
          <PageHeader
            title={name}
            help={
              <>
                {categories.join(", ")} ·{" "}
                <Anchor href={site_url} target="_blank" rel="noreferrer" inherit underline="always">
                  {words.visit} <IconExternalLink size={13} stroke={1.5} aria-hidden="true" />
                  <VisuallyHidden component="span">{words.newTab}</VisuallyHidden>
                </Anchor>{" "}
                <RelationshipBadge brand={brand} />
              </>
            }
            action={
              <Group gap="xs">
                <ChannelSwitch value={siteId} onChange={onChannel} />
                {!canLink && !pending && (
                  <BrandAction brand={brand} siteId={siteId} primary size="sm" />
                )}
                {brand.relationship === RELATION_JOINED && (
                  <LeaveButton brand={brand} siteId={siteId} size="sm" />
                )}
              </Group>
            }
          />
        </Stack>
      </Group>
      <RelationshipCallout brand={brand} siteId={siteId} />
    </Stack>
  );
}

/** Why no link can be created, if that is the case. */
function RelationshipCallout({ brand, siteId }: Pick<BrandHeaderProps, "brand" | "siteId">) {
  const { status, relationship, relationship_reason, applied_at, message } = brand;
  const { time_zone } = useUser();
  if (status !== "online" && relationship !== RELATION_PENDING) {
    const paused = status === "paused";
    return (
      <Callout state="offline" title={paused ? words.pausedTitle : words.offlineTitle}>
        <Text>{paused ? words.pausedNext : words.offlineNext}</Text>
      </Callout>
    );
  }
  if (relationship === RELATION_PENDING) {
    return (
      <Callout state="pending" title={words.pendingTitle}>
        <Text>
          {words.appliedOn} <DateText value={applied_at} zone={time_zone} />. {words.pendingNext}
        </Text>
        {message && (
          <Text className={classes.description}>
            {words.yourMessage}: {message}
          </Text>
        )}
        <div>
          <LeaveButton brand={brand} siteId={siteId} />
        </div>
      </Callout>
    );
  }
  if (relationship !== RELATION_REJECTED && relationship !== RELATION_ENDED) return null;
  const rejected = relationship === RELATION_REJECTED;
  return (
    <Callout
      state={rejected ? "rejected" : "offline"}
      title={rejected ? words.rejectedBecause : words.endedBecause}
    >
      {relationship_reason && <Text>{relationship_reason}</Text>}
    </Callout>
  );
}
