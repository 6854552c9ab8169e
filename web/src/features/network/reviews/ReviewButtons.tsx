import { Button, Group } from "@mantine/core";
import { useState } from "react";

import type { NetworkRelationship, NetworkSite } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { ReasonModal } from "@/features/network/ReasonModal";
import { network } from "@/text/network/network";
import { toast } from "@/ui/feedback/toasts";

const JOINED = 2;
const REJECTED_RELATION = 3;
const WAITING_RELATION = 1;
const WAITING_SITE = 0;
const APPROVED_SITE = 1;
const REJECTED_SITE = 2;

/** Whether a channel may promote a brand. */
export function RelationshipReview({ row }: { row: NetworkRelationship }) {
  const { uid, site_id, mcid, status, site_name, brand_name } = row;
  const review = useCall("/network/relationship_review", {
    refresh: ["/network/relationships", "/network/brands"],
    onSuccess: (_, { attributes }) =>
      toast.success(outcomeText(name, attributes.status === JOINED)),
  });
  const name = `${site_name} · ${brand_name}`;
  const decide = (to: typeof JOINED | typeof REJECTED_RELATION, reason?: string) =>
    review.mutate({ attributes: { uid, site_id, mcid, status: to, reason } });
  if (status !== WAITING_RELATION) return null;
  return (
    <ReviewButtons
      name={name}
      busy={review.isPending}
      onApprove={() => decide(JOINED)}
      onReject={(reason) => decide(REJECTED_RELATION, reason)}
    />
  );
}

/** Whether a channel may be used at all. */
export function SiteReview({ row }: { row: NetworkSite }) {
  const { uid, site_id, status, name } = row;
  const review = useCall("/network/site_review", {
    refresh: ["/network/sites"],
    onSuccess: (_, { attributes }) =>
      toast.success(outcomeText(name, attributes.status === APPROVED_SITE)),
  });
  const decide = (to: typeof APPROVED_SITE | typeof REJECTED_SITE, reason?: string) =>
    review.mutate({ attributes: { uid, site_id, status: to, reason } });
  if (status !== WAITING_SITE) return null;
  return (
    <ReviewButtons
      name={name}
      busy={review.isPending}
      onApprove={() => decide(APPROVED_SITE)}
      onReject={(reason) => decide(REJECTED_SITE, reason)}
    />
  );
}

const outcomeText = (name: string, approved: boolean) =>
  approved ? network.approvedSaid(name) : network.rejectedSaid(name);

interface ButtonsProps {
  name: string;
  busy: boolean;
  onApprove: () => void;
  onReject: (reason: string) => void;
}

function ReviewButtons({ name, busy, onApprove, onReject }: ButtonsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={network.approveOf(name)}
        onClick={onApprove}
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
        onReason={(reason) => {
          setAsking(false);
          onReject(reason);
        }}
      />
    </Group>
  );
}
