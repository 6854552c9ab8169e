import { Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { BonusDraft, NetworkAccount } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { PublisherSelect } from "@/features/network/pickers/PublisherSelect";
import {
  knownPublisher,
  nameOf,
  publisherText,
  usePublisher,
} from "@/features/network/pickers/publishers";
import { accounts } from "@/text/network/accounts";
import { money } from "@/text/network/money";
import { network } from "@/text/network/network";
import { formatMoney } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** From this amount on, in any currency, the bonus must be confirmed. */
const LARGE = 10_000;

/** Grants a publisher a bonus, or takes something off. */
export function BonusModal({ onClosed }: { onClosed: () => void }) {
  const user = useUser();
  const [opened, setOpened] = useState(true);
  const client = useQueryClient();
  const close = () => setOpened(false);
  const { form, submit, busy, failure } = useCallForm("/network/bonus_add", {
    initialValues: { uid: "" as number | "", amount: "", reference: "", note: "" },
    // The amount means the currency that is shown: with another one by then, it is refused.
    attributes: ({ uid, ...others }) =>
      ({
        ...others,
        uid: uid || undefined,
        currency: knownPublisher(client, uid || undefined)?.currency,
      }) as BonusDraft,
    check: ({ uid }) =>
      knownPublisher(client, uid || undefined) === null ? { uid: money.nobody } : {},
    draft: `network_bonus ${user.uid} ${user.id}`,
    refresh: ["/network/settlements"],
    // It may have been refused because the publisher's currency is another one by now.
    onFailure: () => void client.invalidateQueries({ queryKey: ["/network/accounts"] }),
    onSuccess: ({ amount, currency }, { attributes: { uid } }) => {
      const publisher = knownPublisher(client, uid);
      const name = publisherText(uid, publisher ? nameOf(publisher) : null);
      const minus = amount.startsWith("-");
      const said = minus ? money.bonusDeducted : money.bonusSaved;
      toast.success(said(formatMoney(minus ? amount.slice(1) : amount, currency), name));
      close();
    },
  });
  const field = fieldsOf(form);
  const { uid, amount } = form.getValues();
  const publisher = usePublisher(uid || undefined);
  const isLookingUp = uid !== "" && publisher === undefined;
  /** Sends the bonus; a large one is confirmed first, so that a digit too many is noticed. */
  const send = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!publisher || !(Math.abs(Number(amount)) >= LARGE)) return submit();
    const sum = formatMoney(amount, publisher.currency);
    openConfirm({
      title: money.bonusLargeTitle,
      question: money.bonusLargeAsk(sum, publisherText(publisher.uid, nameOf(publisher))),
      confirm: money.bonusSave,
      onConfirm: submit,
    });
  };
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={money.bonusTitle}>
      <Form
        submit={send}
        busy={busy}
        failure={failure}
        save={money.bonusSave}
        unready={isLookingUp}
        onCancel={close}
      >
        <Text>{money.bonusHelp}</Text>
        <Stack gap={4} role="status">
          <PublisherSelect
            {...field("uid", network.publisher)}
            data-autofocus
            error={form.errors.uid ?? (publisher === null && money.nobody)}
          />
          {publisher && <Receiver of={publisher} />}
        </Stack>
        <DecimalInput
          label={money.bonusAmount}
          description={publisher && money.bonusCurrency(publisher.currency)}
          {...form.getInputProps("amount")}
        />
        <TextInput {...field("reference", money.bonusReference)} maxLength={64} />
        <TextInput label={money.bonusNote} maxLength={255} {...form.getInputProps("note")} />
      </Form>
    </AppModal>
  );
}

/** Who gets the bonus, to be recognised before it is sent. */
function Receiver({ of: row }: { of: NetworkAccount }) {
  return (
    <Text size="sm">
      <Text span inherit fw={600}>
        {nameOf(row)}
      </Text>{" "}
      {row.email}
      {(row.closed || row.locked) && (
        <Text span inherit c="var(--portal-rejected)">
          {" "}
          {row.closed ? accounts.states.closed : accounts.states.locked}
        </Text>
      )}
    </Text>
  );
}
