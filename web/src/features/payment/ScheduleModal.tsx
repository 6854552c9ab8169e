import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import type { PaymentBalance } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { payment as words } from "@/text/publisher/payment";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

const DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1));

interface ScheduleModalProps {
  balance: PaymentBalance;
  onClosed: () => void;
}

/** On which day of the month to be paid, and from which amount on. */
export function ScheduleModal({ balance, onClosed }: ScheduleModalProps) {
  const { uid } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, submit, busy, failure } = useCallForm("/payments/schedule", {
    initialValues: {
      day: balance.schedule_day === null ? null : String(balance.schedule_day),
      minimum: balance.minimum,
    },
    attributes: ({ day, minimum }: { day: string | null; minimum: string }) => ({
      day: day === null ? null : Number(day),
      minimum: minimum.trim() || null,
    }),
    draft: `schedule ${uid}`,
    refresh: ["/payments/balance"],
    onSuccess: () => {
      toast.success(words.scheduleSaved);
      close();
    },
  });
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.scheduleTitle}>
      <form noValidate onSubmit={submit}>
        <Stack gap="lg">
          <Text>{words.scheduleHelp}</Text>
          <Select
            label={words.day}
            placeholder={words.dayHint}
            data={DAYS}
            clearable
            data-autofocus
            {...form.getInputProps("day")}
          />
          <TextInput
            label={words.least}
            inputMode="decimal"
            {...withHelp(words.leastHelp(balance.currency), form.errors.minimum)}
            {...form.getInputProps("minimum")}
          />
          <FormNote text={failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {words.saveSchedule}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}
