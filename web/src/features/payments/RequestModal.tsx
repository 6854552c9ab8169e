import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { PaymentBalance } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { payment as words } from "@/text/payments/payment";
import { formatDay, formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { toast } from "@/ui/feedback/toasts";
import { Form } from "@/ui/form/Form";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { MethodSelect } from "./MethodSelect";

interface RequestModalProps {
  balance: PaymentBalance;
  onClosed: () => void;
}

/** Asks for all that can be withdrawn, to the default payment method or another one. */
export function RequestModal({ balance, onClosed }: RequestModalProps) {
  const { uid, time_zone: zone } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const answer = useQuery(query("/payments/methods"));
  const methods = answer.data?.list ?? [];
  const standard = methods.find(({ is_default }) => is_default);
  const other = methods.find(({ waiting, last_failure }) => !waiting && !last_failure);
  const usual = standard?.holds_schedule ? (other ?? standard) : standard;
  const { form, ...sending } = useCallForm("/payments/request", {
    initialValues: { method_id: null },
    attributes: ({ method_id }: { method_id: string | null }) => ({
      method_id: method_id ? Number(method_id) : usual !== standard ? (usual?.id ?? null) : null,
    }),
    draft: `payment_request ${uid}`,
    refresh: ["/payments/balance", "/payments/summary", "/payments/settlements"],
    onSuccess: ({ net, currency, expected_date: day }) => {
      toast.success(words.requested(formatMoney(net, currency), day && formatDay(day)));
      close();
    },
  });
  const chosen = form.values.method_id ?? (usual ? String(usual.id) : null);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.requestTitle}>
      <Form {...sending} save={words.request} onCancel={close} gap="lg">
        <Text>{words.requestAsk(formatMoney(balance.withdrawable, balance.currency))}</Text>
        <MethodSelect
          methods={methods}
          zone={zone}
          {...form.getInputProps("method_id")}
          value={chosen}
        />
        {answer.data && methods.length === 0 && (
          <AnchorLink to="/settings/payment">{words.addMethod}</AnchorLink>
        )}
      </Form>
    </AppModal>
  );
}
