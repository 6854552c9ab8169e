import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import type { MethodProposal } from "@/api/gen/types.gen";
import { paymentMethod as words } from "@/text/payments/paymentMethod";
import { countryName } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { methodName } from "@/ui/base/methodName";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { DetailRow } from "@/ui/layout/DetailRow";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

interface ConfirmModalProps {
  proposal: MethodProposal;
  onClosed: () => void;
}

/** Confirms a proposed payment method: the owner types the account, of which the proposal shows only the end. */
export function ConfirmModal({ proposal, onClosed }: ConfirmModalProps) {
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const name = methodName(proposal);
  const { form, reauth, ...sending } = useReauthForm("/payments/proposal_confirm", {
    initialValues: { account: "", password: "" },
    attributes: (values) => ({ ...values, id: proposal.id }),
    refresh: ["/payments/methods", "/payments/proposals", "/user/changes"],
    onSuccess: () => {
      toast.success(words.confirmed(name));
      close();
    },
  });
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.confirmTitle(name)}>
      <Form {...sending} save={words.confirmSave} onCancel={close} gap="lg">
        <Text>{words.confirmHelp(proposal.proposed_by)}</Text>
        <Stack gap={4}>
          <DetailRow name={words.endsIn}>{proposal.payee}</DetailRow>
          <DetailRow name={words.country}>{countryName(proposal.country)}</DetailRow>
          <DetailRow name={words.currency}>{proposal.currency}</DetailRow>
          <DetailRow name={words.entity}>{words.entities[proposal.entity]}</DetailRow>
        </Stack>
        <TextInput
          {...field("account", proposal.account_field, words.accountHelp)}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          data-autofocus
        />
        <ReauthInput of={reauth} label={words.password} help={words.passwordHelp} />
        <Hint>{words.waits}</Hint>
      </Form>
    </AppModal>
  );
}
