import { Button, Group } from "@mantine/core";
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
import { toast } from "@/ui/feedback/toasts";

/** Whether a channel may promote a brand. */
export function RelationshipReview({ row }: { row: NetworkRelationship }) {
  const { uid, site_id, mcid, status, site_name, brand_name } = row;
  const review = useCall("/network/relationship_review", {
    refresh: ["/network/relationships", "/network/brands"],
    onSuccess: (_, { attributes }) =>
      toast.success(outcomeText(name, attributes.status === RELATION_JOINED)),
  });
  const name = `${site_name} · ${brand_name}`;
  const of = { uid, site_id, mcid };
  if (status !== RELATION_PENDING) return null;
  return (
    <ReviewButtons
      name={name}
      busy={review.isPending}
      onApprove={() => review.mutate({ attributes: { ...of, status: RELATION_JOINED } })}
      onReject={(reason) =>
        review.mutateAsync({ attributes: { ...of, status: RELATION_REJECTED, reason } })
      }
    />
  );
}

/** Whether a channel may be used at all. */
export function SiteReview({ row }: { row: NetworkSite }) {
  const { uid, site_id, status, name } = row;
  const review = useCall("/network/site_review", {
    refresh: ["/network/sites"],
    onSuccess: (_, { attributes }) =>
      toast.success(outcomeText(name, attributes.status === SITE_STATUS_APPROVED)),
  });
  const of = { uid, site_id };
  if (status !== SITE_STATUS_PENDING) return null;
  return (
    <ReviewButtons
      name={name}
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
  busy: boolean;
  onApprove: () => void;
  onReject: (reason: string) => unknown;
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
        onReason={onReject}
      />
    </Group>
  );
}
