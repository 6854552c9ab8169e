import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Payment } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { payment as words } from "@/text/payments/payment";
import { AnchorLink } from "@/ui/base/links";
import { overlay } from "@/ui/base/overlay";
import { Callout } from "@/ui/feedback/Callout";
import { toast } from "@/ui/feedback/toasts";
import { failedName, REFRESHED } from "./failedPayment";
import { failedInput } from "./inputs";
import { useCancelPayment } from "./useCancelPayment";

const OtherMethodModal = overlay(() =>
  import("./OtherMethodModal").then(({ OtherMethodModal }) => OtherMethodModal),
);

interface ProblemProps {
  row: Payment;
  /** Unless it was cancelled without having failed. */
  failed?: boolean;
  /** Another payment has taken its place. */
  onReplaced?: (payment: Payment) => void;
}

/** Why a payment failed or came back, and what to do: have it paid again, by the same method or another, or cancel it. */
export function Problem({ row, failed = true, onReplaced }: ProblemProps) {
  const { payment_id, status, failure_reason } = row;
  const user = useUser();
  const did = failed ? words.failed : words.wasCancelled;
  const what = status === "returned" ? words.cameBack : did;
  const acts = status === "failed" && hasPermission(user, "payment.edit");
  return (
    <Callout state="rejected" title={what(payment_id, failure_reason ?? "")}>
      {acts && (
        <Text size="sm">{row.method_at_fault ? words.methodFailedHelp : words.needsYouHelp}</Text>
      )}
      {failed && <AnchorLink to="/settings/payment">{words.checkMethod}</AnchorLink>}
      {acts && <Ways row={row} onReplaced={onReplaced} />}
    </Callout>
  );
}

function Ways({ row, onReplaced }: ProblemProps) {
  const [choosing, setChoosing] = useState(false);
  const { payment_id } = row;
  const cancel = useCancelPayment();
  const retry = useCall("/payments/retry", {
    refresh: REFRESHED,
    onSuccess: () => toast.success(words.retried(payment_id)),
  });
  const busy = retry.isPending || cancel.busy;
  const again = (
    <Button
      key="again"
      size="xs"
      variant={row.method_at_fault ? "default" : "filled"}
      loading={retry.isPending}
      disabled={cancel.busy}
      onClick={() => retry.mutate({ attributes: { payment_id } })}
    >
      {words.retry(failedName(row))}
    </Button>
  );
  const other = (
    <Button
      key="other"
      size="xs"
      variant={row.method_at_fault ? "filled" : "default"}
      disabled={busy}
      onClick={() => setChoosing(true)}
    >
      {words.other}
    </Button>
  );
  return (
    <Group gap="xs">
      {row.method_at_fault ? [other, again] : [again, other]}
      <Button size="xs" variant="default" disabled={busy} onClick={() => cancel.ask(payment_id)}>
        {words.cancel}
      </Button>
      {choosing && (
        <OtherMethodModal
          row={row}
          onDone={(made) => onReplaced?.(made)}
          onClosed={() => setChoosing(false)}
        />
      )}
    </Group>
  );
}

/** The payments that failed and wait for the publisher. */
export function FailedPayments() {
  const { data } = useQuery(query("/payments/summary", failedInput()));
  return data?.list.map((row) => <Problem key={row.payment_id} row={row} />);
}
