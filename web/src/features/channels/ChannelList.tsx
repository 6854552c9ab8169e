import {
  Anchor,
  Avatar,
  Badge,
  Group,
  Paper,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  SITE_STATUS_APPROVED,
  SITE_STATUS_DISABLED,
  SITE_STATUS_PENDING,
  SITE_STATUS_REJECTED,
} from "@/api/gen/enums.gen";
import type { Site, SiteStatus, SiteTypes } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { site as words } from "@/text/channels/site";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CountRow, DetailRow } from "@/ui/layout/DetailRow";
import { channelsQuery } from "@/ui/picker/channelsQuery";
import { CardList } from "@/ui/table/CardList";
import { ChannelActions } from "./ChannelActions";
import { nameOf } from "./siteValues";

interface ChannelListProps {
  onEdit: (id: number) => void;
  onVerify: (id: number) => void;
  /** The button that adds one, for where there is none yet. */
  add: ReactNode;
}

/** The publisher's channels, the default one first. */
export function ChannelList({ onEdit, onVerify, add }: ChannelListProps) {
  const user = useUser();
  const answer = useQuery(channelsQuery);
  const { data: types, isPending } = useQuery(query("/site/types"));
  return (
    <CardList
      answer={{ ...answer, data: isPending ? undefined : answer.data }}
      expected={3}
      height={232}
      empty={<EmptyState title={words.firstTitle} help={words.firstHelp} action={add} />}
      card={(site, { length }) => (
        <ChannelCard
          key={site.id}
          site={site}
          types={types}
          mayEdit={hasPermission(user, "site.edit")}
          only={length === 1}
          onEdit={() => onEdit(site.id)}
          onVerify={() => onVerify(site.id)}
        />
      )}
    />
  );
}

const STATES = {
  [SITE_STATUS_PENDING]: { state: "pending", word: words.pending },
  [SITE_STATUS_APPROVED]: { state: "approved", word: words.approved },
  [SITE_STATUS_REJECTED]: { state: "rejected", word: words.rejected },
  [SITE_STATUS_DISABLED]: { state: "offline", word: words.disabled },
} as const satisfies Record<SiteStatus, { state: State; word: string }>;

interface ChannelCardProps {
  site: Site;
  types: SiteTypes | undefined;
  mayEdit: boolean;
  /** Whether the publisher has no other. */
  only: boolean;
  onEdit: () => void;
  onVerify: () => void;
}

/** One channel: its details, its status, and its actions. */
function ChannelCard({ site, types, mayEdit, only, onEdit, onVerify }: ChannelCardProps) {
  const { name, website, status, is_default } = site;
  const { state, word } = STATES[status];
  const methods = site.promotion_methods.map((method) => nameOf(types?.promotion_methods, method));
  return (
    <Paper component="li" p="md">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            {site.logo && <Avatar src={site.logo} name={name} alt="" size={40} radius="md" />}
            <Stack gap={0} miw={0}>
              <Group gap="xs">
                <Title order={2} size="h3">
                  {name}
                </Title>
                {is_default && (
                  <Badge variant="default" radius="sm" fw={500} tt="none" title={words.defaultHelp}>
                    {words.default}
                  </Badge>
                )}
              </Group>
              <Anchor
                href={website}
                target="_blank"
                rel="noreferrer"
                size="sm"
                truncate
                pos="relative"
              >
                {website.replace(/^https?:\/\//, "")}
                <VisuallyHidden component="span"> {words.newTab}</VisuallyHidden>
              </Anchor>
            </Stack>
          </Group>
          <StatusBadge state={state}>{word}</StatusBadge>
        </Group>
        <StatusReason site={site} />
        <Stack gap={4}>
          <DetailRow name={words.type}>
            {[nameOf(types?.channel_types, site.channel_type), site.channel_platform].join(" · ")}
          </DetailRow>
          <DetailRow name={words.methods}>{methods.join(", ")}</DetailRow>
          {site.monthly_visits !== null && (
            <CountRow name={words.visits} value={site.monthly_visits} />
          )}
          <CountRow name={words.brands} value={site.brands_joined} />
          <DetailRow name={words.ownership}>{ownership(site)}</DetailRow>
        </Stack>
        {mayEdit && <ChannelActions site={site} only={only} onEdit={onEdit} onVerify={onVerify} />}
      </Stack>
    </Paper>
  );
}

function ownership({ verified, verifiable, channel_platform }: Site): string {
  if (verified) return words.verified;
  return verifiable ? words.unverified : words.unverifiable(channel_platform);
}

/** Why a channel is not approved, or what it waits for. */
function StatusReason({ site: { status, status_reason } }: { site: Site }) {
  const usual = {
    [SITE_STATUS_PENDING]: words.pendingHelp,
    [SITE_STATUS_APPROVED]: "",
    [SITE_STATUS_REJECTED]: "",
    [SITE_STATUS_DISABLED]: words.disabledHelp,
  };
  const reason = status_reason || usual[status];
  return reason ? <Text size="sm">{reason}</Text> : null;
}
