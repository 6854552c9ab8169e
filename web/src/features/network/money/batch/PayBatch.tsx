import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import type { PayPreview } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { publisherText } from "@/features/network/pickers/publishers";
import { money } from "@/text/network/money";
import { AnchorLink } from "@/ui/base/links";
import { overlay } from "@/ui/base/overlay";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { Callout } from "@/ui/feedback/Callout";
import { toast } from "@/ui/feedback/toasts";
import { sumsOf } from "@/ui/money/sumsOf";

const EntitiesModal = overlay(() =>
  import("@/features/network/money/entities/EntitiesModal").then(
    ({ EntitiesModal }) => EntitiesModal,
  ),
);

/** Starts a batch, opens it, and lists the payments left out; shown beside the list's filters. */
export function PayBatch({ children }: { children: ReactNode }) {
  const [editing, setEditing] = useState(false);
  const entities = useQuery(query("/network/entities"));
  const pay = useCall("/network/pay", {
    refresh: ["/network/payments", "/network/settlements"],
    onSuccess: ({ batch_id, payments }) =>
      toast.success(batch_id === null ? money.nothing : money.taken(payments, batch_id)),
  });
  const preview = useQuery({ ...query("/network/pay_preview"), enabled: false });
  const ask = async () => {
    const { data } = await preview.refetch();
    if (!data) return;
    openConfirm({
      title: money.payTitle,
      question: questionOf(data),
      confirm: money.pay,
      onConfirm: () => pay.mutate({ attributes: {} }),
    });
  };
  const { batch_id = null, list: refused = [], remaining = 0 } = pay.data ?? {};
  return (
    <>
      <Group gap="sm" justify="space-between">
        {children}
        <Group gap="sm">
          {batch_id !== null && (
            <AnchorLink to="/network/payments" search={{ batch_id }} size="sm">
              {money.batchFiles(batch_id)}
            </AnchorLink>
          )}
          <Button variant="default" disabled={!entities.data} onClick={() => setEditing(true)}>
            {money.entity}
          </Button>
          <Button loading={pay.isPending || preview.isFetching} onClick={() => void ask()}>
            {money.pay}
          </Button>
        </Group>
      </Group>
      {remaining > 0 && <Callout state="pending" title={money.remaining(remaining)} />}
      {refused.length > 0 && (
        <Callout state="pending" title={money.notTaken}>
          {refused.map(({ uid, publisher, payment_id, reason }) => (
            <Text key={`${uid} ${payment_id}`} size="sm">
              {money.notTakenRow(publisherText(uid, publisher), reason)}
            </Text>
          ))}
        </Callout>
      )}
      {editing && (
        <EntitiesModal entities={entities.data?.list ?? []} onClosed={() => setEditing(false)} />
      )}
    </>
  );
}

/** The question before a batch is started: which payments it will take, with their amounts. */
function questionOf({ payments, amounts, scheduled, scheduled_amounts }: PayPreview): string {
  if (payments === 0 && scheduled === 0) return money.payNone;
  const requested = money.payAsk(payments, sumsOf(amounts));
  return scheduled === 0
    ? requested
    : `${requested} ${money.payScheduled(scheduled, sumsOf(scheduled_amounts))}`;
}
