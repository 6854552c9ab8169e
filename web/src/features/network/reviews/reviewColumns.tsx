import { Anchor, Text } from "@mantine/core";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
  SITE_STATUS_APPROVED,
  SITE_STATUS_DISABLED,
  SITE_STATUS_PENDING,
  SITE_STATUS_REJECTED,
} from "@/api/gen/enums.gen";

import type { NetworkRelationship, NetworkSite, Relation, SiteStatus } from "@/api/gen/types.gen";
import { network } from "@/text/network/network";
import { DateText } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import type { Column } from "@/ui/table/DataTable";

import { RelationshipReview, SiteReview } from "./ReviewButtons";

const RELATION_STATES: Record<Relation, State> = {
  [RELATION_NONE]: "offline",
  [RELATION_PENDING]: "pending",
  [RELATION_JOINED]: "approved",
  [RELATION_REJECTED]: "rejected",
  [RELATION_ENDED]: "offline",
};
const SITE_STATES: Record<SiteStatus, State> = {
  [SITE_STATUS_PENDING]: "pending",
  [SITE_STATUS_APPROVED]: "approved",
  [SITE_STATUS_REJECTED]: "rejected",
  [SITE_STATUS_DISABLED]: "offline",
};

const ONLY_DECIDED = ["status", "reason", "status_reason"];

/** Requests to join a brand, and the decision; pending ones have no status or reason to show. */
export function relationshipColumns(
  zone: string,
  decided = false,
): Array<Column<NetworkRelationship>> {
  const columns: Array<Column<NetworkRelationship>> = [
    { key: "brand_name", title: network.brand, cell: (row) => row.brand_name },
    {
      key: "site_name",
      title: network.channel,
      phone: "more",
      cell: (row) => row.site_name,
    },
    { key: "publisher", title: network.publisher, phone: "more", cell: (row) => row.publisher },
    { key: "uid", title: network.uid, cell: (row) => row.uid },
    {
      key: "applied_at",
      title: network.applied,
      phone: "more",
      cell: ({ applied_at }) => <DateText value={applied_at} zone={zone} />,
    },
    { key: "website", title: network.website, cell: (row) => <Website url={row.website} /> },
    {
      key: "status",
      title: network.status,
      phone: "status",
      cell: ({ status }) => (
        <StatusBadge state={RELATION_STATES[status]}>{network.relations[status]}</StatusBadge>
      ),
    },
    {
      key: "message",
      title: network.message,
      cell: ({ message }) => <TruncatedText text={message} />,
    },
    { key: "reason", title: network.reason, cell: ({ reason }) => <TruncatedText text={reason} /> },
    {
      key: "decision",
      title: network.decision,
      cell: (row) => <RelationshipReview row={row} />,
      always: true,
      phone: "buttons",
    },
  ];
  return decided ? columns : columns.filter(({ key }) => !ONLY_DECIDED.includes(key));
}

/** A channel, and the decision. */
export function siteColumns(zone: string, decided = false): Array<Column<NetworkSite>> {
  const columns: Array<Column<NetworkSite>> = [
    { key: "name", title: network.channel, cell: (row) => row.name },
    { key: "publisher", title: network.publisher, phone: "more", cell: (row) => row.publisher },
    { key: "uid", title: network.uid, cell: (row) => row.uid },
    {
      key: "created_at",
      title: network.added,
      phone: "more",
      cell: ({ created_at }) => <DateText value={created_at} zone={zone} />,
    },
    { key: "website", title: network.website, cell: (row) => <Website url={row.website} /> },
    { key: "channel_platform", title: network.platform, cell: (row) => row.channel_platform },
    {
      key: "status",
      title: network.status,
      phone: "status",
      cell: ({ status }) => (
        <StatusBadge state={SITE_STATES[status]}>{network.siteStatuses[status]}</StatusBadge>
      ),
    },
    {
      key: "status_reason",
      title: network.reason,
      cell: ({ status_reason }) => <TruncatedText text={status_reason} />,
    },
    {
      key: "decision",
      title: network.decision,
      cell: (row) => <SiteReview row={row} />,
      always: true,
      phone: "buttons",
    },
  ];
  return decided ? columns : columns.filter(({ key }) => !ONLY_DECIDED.includes(key));
}

/** The address of a channel, which a reviewer looks at. */
function Website({ url }: { url: string }) {
  const shown = url.replace(/^https?:\/\//i, "");
  if (!/^https?:\/\//i.test(url)) return shown;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
      {shown}
    </Anchor>
  );
}

function TruncatedText({ text }: { text: string | null }) {
  return (
    <Text span inherit truncate display="block" className="portal-short" title={text ?? undefined}>
      {text || "–"}
    </Text>
  );
}
