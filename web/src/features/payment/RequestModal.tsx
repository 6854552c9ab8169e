import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import type { PaymentBalance, PaymentMethod } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { payment as words } from "@/text/publisher/payment";
import { paymentMethod as methodWords } from "@/text/publisher/paymentMethod";
import { formatDateTime, formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

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
  const usual = methods.find(({ is_default }) => is_default);
  const { form, submit, busy, failure } = useCallForm("/payments/request", {
    initialValues: { method_id: null },
    attributes: ({ method_id }: { method_id: string | null }) => ({
      method_id: method_id === null ? null : Number(method_id),
    }),
    draft: `payment_request ${uid}`,
    refresh: ["/payments/balance", "/payments/summary", "/payments/settlements"],
    onSuccess: ({ net, currency }) => {
      toast.success(words.requested(formatMoney(net, currency)));
      close();
    },
  });
  const chosen = form.values.method_id ?? (usual ? String(usual.id) : null);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.requestTitle}>
      <form noValidate onSubmit={submit}>
        <Stack gap="lg">
          <Text>{words.requestAsk(formatMoney(balance.withdrawable, balance.currency))}</Text>
          <Select
            label={words.method}
            placeholder={words.noMethod}
            allowDeselect={false}
            data={methods.map((method) => ({
              value: String(method.id),
              label: method.waiting
                ? words.methodFrom(nameOf(method), formatDateTime(method.usable_from, zone))
                : nameOf(method),
              disabled: method.waiting,
            }))}
            {...form.getInputProps("method_id")}
            value={chosen}
          />
          {answer.data && methods.length === 0 && (
            <AnchorLink to="/settings/payment">{words.addMethod}</AnchorLink>
          )}
          <FormNote text={failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {words.request}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}

function nameOf({ kind, payee }: PaymentMethod): string {
  return methodWords.named(methodWords.kinds[kind], payee);
}
