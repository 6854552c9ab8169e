import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { Payment } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { payment as words } from "@/text/payments/payment";
import { formatDay, formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { methodName } from "@/ui/base/methodName";
import { toast } from "@/ui/feedback/toasts";
import { Form } from "@/ui/form/Form";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { failedName, REFRESHED } from "./failedPayment";
import { MethodSelect } from "./MethodSelect";

interface OtherMethodModalProps {
  row: Payment;
  onDone: (payment: Payment) => void;
  onClosed: () => void;
}

/** Has a failed payment paid by another method. */
export function OtherMethodModal({ row, onDone, onClosed }: OtherMethodModalProps) {
  const { uid, time_zone: zone } = useUser();
  const { payment_id } = row;
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const answer = useQuery(query("/payments/methods"));
  const methods = (answer.data?.list ?? []).filter(
    (method) => methodName(method) !== failedName(row),
  );
  const usable = methods.filter(({ waiting }) => !waiting);
  const first = usable.find(({ last_failure }) => !last_failure) ?? usable[0];
  const usual = first ? String(first.id) : null;
  const { form, ...sending } = useCallForm("/payments/retry", {
    initialValues: { method_id: null },
    attributes: ({ method_id }: { method_id: string | null }) => ({
      payment_id,
      method_id: Number(method_id ?? usual),
    }),
    draft: `payment_retry ${uid} ${payment_id}`,
    refresh: REFRESHED,
    onSuccess: (made) => {
      const { net, currency, expected_date: day } = made;
      toast.success(words.requested(formatMoney(net, currency), day && formatDay(day)));
      close();
      onDone(made);
    },
  });
  const chosen = form.values.method_id ?? usual;
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.otherTitle}>
      <Form
        {...sending}
        save={words.otherConfirm}
        unready={chosen === null}
        onCancel={close}
        gap="lg"
      >
        <Text>{words.otherAsk(payment_id)}</Text>
        <MethodSelect
          methods={methods}
          zone={zone}
          {...form.getInputProps("method_id")}
          value={chosen}
        />
        <AnchorLink to="/settings/payment">{words.addMethod}</AnchorLink>
      </Form>
    </AppModal>
  );
}
