import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { PaymentBalance } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { payment as words } from "@/text/payments/payment";
import { toast } from "@/ui/feedback/toasts";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
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
  const { form, ...sending } = useCallForm("/payments/schedule", {
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
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.scheduleTitle}>
      <Form {...sending} save={words.saveSchedule} onCancel={close} gap="lg">
        <Text>{words.scheduleHelp}</Text>
        <Select
          allowDeselect
          {...field("day", words.day)}
          placeholder={words.dayHint}
          data={DAYS}
          clearable
          data-autofocus
        />
        <DecimalInput {...field("minimum", words.least, words.leastHelp(balance.currency))} />
      </Form>
    </AppModal>
  );
}
