import { Anchor, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import {
  RELATION_JOINED,
  RELATION_PENDING,
  RELATION_REJECTED,
  SITE_STATUS_APPROVED,
  SITE_STATUS_PENDING,
  SITE_STATUS_REJECTED,
} from "@/api/gen/enums.gen";
import type { NetworkRelationship, NetworkSite } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { ReasonModal } from "@/features/network/ReasonModal";
import { network } from "@/text/network/network";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { dateColumn, stateColumn, textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";
import { RELATION_STATES, SITE_STATES } from "./reviewStates";

const WEBSITE: Column<NetworkRelationship> = {
  key: "website",
  title: network.website,
  cell: ({ website }) => <Website url={website} />,
};
const ONLY_DECIDED = ["status", "reason", "status_reason"];

interface Shape {
  /** Pending rows have no status or reason to show. */
  decided: boolean;
  /** In a drawer, which has room for everything by itself. */
  inDrawer?: boolean;
}

/** The columns of applications to brands, with the decision beside the applicant's message. */
export function relationshipColumns(
  zone: string,
  { decided, inDrawer }: Shape,
): Array<Column<NetworkRelationship>> {
  const columns: Array<Column<NetworkRelationship>> = [
    textColumn("brand_name", network.brand),
    {
      key: "message",
      title: network.message,
      cell: ({ message }) =>
        inDrawer ? <TruncatedText text={message} /> : <WholeText text={message} />,
    },
    {
      key: "site_name",
      title: network.channel,
      phone: "more",
      cell: ({ site_name, website }) => (
        <>
          {site_name}
          {!inDrawer && (
            <Text span size="xs" visibleFrom="sm" className="portal-under">
              <Website url={website} />
            </Text>
          )}
        </>
      ),
    },
    textColumn("publisher", network.publisher, { phone: "more" }),
    textColumn("uid", network.uid),
    dateColumn("applied_at", network.applied, zone, { phone: "more" }),
    ...(inDrawer ? [WEBSITE] : []),
    stateColumn("status", network.status, RELATION_STATES, network.relations),
    { key: "reason", title: network.reason, cell: ({ reason }) => <TruncatedText text={reason} /> },
    {
      key: "decision",
      title: network.decision,
      cell: (row) => (
        <>
          {!inDrawer && row.message && (
            <Text size="xs" hiddenFrom="sm" className="portal-said">
              {row.message}
            </Text>
          )}
          <RelationshipReview row={row} />
        </>
      ),
      always: true,
      phone: "buttons",
    },
  ];
  return decided ? columns : columns.filter(({ key }) => !ONLY_DECIDED.includes(key));
}

/** The columns of channels to review, with the decision. */
export function siteColumns(zone: string, decided = false): Array<Column<NetworkSite>> {
  const columns: Array<Column<NetworkSite>> = [
    textColumn("name", network.channel),
    textColumn("publisher", network.publisher, { phone: "more" }),
    textColumn("uid", network.uid),
    dateColumn("created_at", network.added, zone, { phone: "more" }),
    { key: "website", title: network.website, cell: (row) => <Website url={row.website} /> },
    textColumn("channel_platform", network.platform),
    stateColumn("status", network.status, SITE_STATES, network.siteStatuses),
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

/** An applicant's message in full, because it should be read before the decision beside it. */
function WholeText({ text }: { text: string | null }) {
  return (
    <Text span inherit className="portal-whole">
      {text}
    </Text>
  );
}

function TruncatedText({ text }: { text: string | null }) {
  return (
    <Text span inherit truncate display="block" className="portal-short" title={text ?? undefined}>
      {text || "–"}
    </Text>
  );
}

/** Whether a channel may promote a brand. */
function RelationshipReview({ row }: { row: NetworkRelationship }) {
  const { uid, site_id, mcid, status, site_name, brand_name } = row;
  const review = useCall("/network/relationship_review", {
    refresh: ["/network/relationships", "/network/brands"],
    onSuccess: (_, { attributes }) =>
      toast.success(outcomeText(name, attributes.status === RELATION_JOINED)),
  });
  const name = `${site_name} · ${brand_name}`;
  const of = { uid, site_id, mcid, was: status };
  if (status !== RELATION_PENDING) return null;
  return (
    <ReviewButtons
      name={name}
      ask={network.approveJoinAsk}
      busy={review.isPending}
      onApprove={() => review.mutate({ attributes: { ...of, status: RELATION_JOINED } })}
      onReject={(reason) =>
        review.mutateAsync({ attributes: { ...of, status: RELATION_REJECTED, reason } })
      }
    />
  );
}

/** Whether a channel may be used at all. */
function SiteReview({ row }: { row: NetworkSite }) {
  const { uid, site_id, status, name } = row;
  const review = useCall("/network/site_review", {
    refresh: ["/network/sites"],
    onSuccess: (_, { attributes }) =>
      toast.success(outcomeText(name, attributes.status === SITE_STATUS_APPROVED)),
  });
  const of = { uid, site_id, was: status };
  if (status !== SITE_STATUS_PENDING) return null;
  return (
    <ReviewButtons
      name={name}
      ask={network.approveChannelAsk}
      busy={review.isPending}
      onApprove={() => review.mutate({ attributes: { ...of, status: SITE_STATUS_APPROVED } })}
      onReject={(reason) =>
        review.mutateAsync({ attributes: { ...of, status: SITE_STATUS_REJECTED, reason } })
      }
    />
  );
}

const outcomeText = (name: string, approved: boolean) =>
  approved ? network.approvedSaid(name) : network.rejectedSaid(name);

interface ButtonsProps {
  name: string;
  /** The question before an approval, which cannot be undone. */
  ask: string;
  busy: boolean;
  onApprove: () => void;
  onReject: (reason: string) => unknown;
}

function ReviewButtons({ name, ask, busy, onApprove, onReject }: ButtonsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={network.approveOf(name)}
        onClick={() =>
          openConfirm({
            title: network.approveTitle(name),
            question: ask,
            confirm: network.approve,
            onConfirm: onApprove,
          })
        }
      >
        {network.approve}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={busy}
        aria-label={network.rejectOf(name)}
        onClick={() => setAsking(true)}
      >
        {network.reject}
      </Button>
      <ReasonModal
        name={name}
        opened={asking}
        onClose={() => setAsking(false)}
        onReason={onReject}
      />
    </Group>
  );
}
