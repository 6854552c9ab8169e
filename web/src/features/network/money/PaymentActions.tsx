import { useState } from "react";

import type { NetworkPayment, PaymentState } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { ReasonModal } from "@/features/network/ReasonModal";
import { money } from "@/text/network/money";
import { payment } from "@/text/payments/payment";
import { formatMoney } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { formatsOf } from "./batch/BatchFiles";
import type { PayoutFiles } from "./batch/usePayoutFile";
import { ReferenceModal } from "./ReferenceModal";

type Change = keyof typeof money.actions;

const NEXT: Record<PaymentState, Change[]> = {
  requested: ["cancelled"],
  processing: ["sent", "failed"],
  sent: ["paid", "failed", "returned"],
  paid: ["returned"],
  failed: ["processing", "cancelled"],
  returned: [],
  cancelled: [],
};

/**
 * The actions for a payment: record its outcome at the bank, and download the bank file of its
 * batch.
 */
export function PaymentActions({ row, files }: { row: NetworkPayment; files: PayoutFiles }) {
  const { payment_id, status, batch_id, channel, problem } = row;
  const [asking, setAsking] = useState<Change | null>(null);
  const set = useCall("/network/payment_set", {
    refresh: ["/network/payments", "/network/settlements"],
    onSuccess: (paid) => toast.success(money.changed(payment_id, payment.states[paid.status])),
  });
  const change = (to: Change, more: { reference?: string; reason?: string } = {}) =>
    set.mutateAsync({ attributes: { payment_id, status: to, ...more } });
  const askToCancel = () =>
    openConfirm({
      title: money.cancelTitle(payment_id),
      question: money.cancelAsk,
      confirm: money.actions.cancelled,
      keep: payment.keep,
      destroys: true,
      onConfirm: () => set.mutate({ attributes: { payment_id, status: "cancelled" } }),
    });
  const askWhetherPaid = () =>
    openConfirm({
      title: money.paidTitle(payment_id),
      question: money.paidAsk,
      confirm: money.actions.paid,
      onConfirm: () => set.mutate({ attributes: { payment_id, status: "paid" } }),
    });
  // While the provider is processing it, only its answer counts: no other is recorded by hand.
  const awaitsProvider = channel === "provider" && status === "processing" && !problem;
  const steps = (awaitsProvider ? [] : NEXT[status]).map((to) => ({
    label: money.actions[to],
    onClick: () => {
      if (["sent", "failed", "returned"].includes(to)) setAsking(to);
      else if (to === "cancelled") askToCancel();
      else if (to === "paid") askWhetherPaid();
      else set.mutate({ attributes: { payment_id, status: to } });
    },
  }));
  const formats = formatsOf([row]).map((format) => ({
    label: money[format],
    onClick: () => files.make(batch_id ?? 0, format),
  }));
  if (steps.length === 0 && formats.length === 0) return null;
  const failed = asking === "failed";
  const amount = formatMoney(row.net, row.currency);
  return (
    <>
      <ActionMenu
        label={money.actionsOf(payment_id)}
        busy={set.isPending || files.busy}
        groups={[steps, formats].filter((group) => group.length > 0)}
      />
      <ReferenceModal
        title={money.sentTitle(payment_id, amount)}
        help={money.sentHelp}
        confirm={money.actions.sent}
        opened={asking === "sent"}
        onClose={() => setAsking(null)}
        onReference={(reference) => change("sent", { reference })}
      />
      <ReasonModal
        key={asking}
        name={String(payment_id)}
        words={{
          title: (failed ? money.failedTitle : money.returnedTitle)(payment_id, amount),
          help: failed ? money.failedHelp : money.returnedHelp,
          confirm: failed ? money.actions.failed : money.actions.returned,
        }}
        opened={asking === "failed" || asking === "returned"}
        onClose={() => setAsking(null)}
        onReason={(reason) => change(failed ? "failed" : "returned", { reason })}
      />
    </>
  );
}
