import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import { useUser } from "@/api/useUser";
import { common } from "@/text/core/common";
import { money } from "@/text/network/money";
import { formatMoney } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** Grants a publisher a bonus, or takes something off. */
export function BonusModal({ onClosed }: { onClosed: () => void }) {
  const { uid: network, id } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, submit, busy, failure } = useCallForm("/network/bonus_add", {
    initialValues: { uid: "", amount: "", reference: "", note: "" },
    attributes: (values) => ({ ...values, uid: Number(values.uid) }),
    draft: `network_bonus ${network} ${id}`,
    refresh: ["/network/settlements"],
    onSuccess: ({ amount, currency }) => {
      toast.success(money.bonusSaved(formatMoney(amount, currency)));
      close();
    },
  });
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={money.bonusTitle}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{money.bonusHelp}</Text>
          <TextInput
            label={money.bonusUid}
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps("uid")}
          />
          <TextInput
            label={money.bonusAmount}
            inputMode="decimal"
            {...form.getInputProps("amount")}
          />
          <TextInput
            label={money.bonusReference}
            maxLength={64}
            {...form.getInputProps("reference")}
          />
          <TextInput label={money.bonusNote} maxLength={255} {...form.getInputProps("note")} />
          <FormNote text={failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {money.bonusSave}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}
