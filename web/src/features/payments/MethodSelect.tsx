import { Select, type SelectProps } from "@mantine/core";

import type { PaymentMethod } from "@/api/gen/types.gen";
import { payment as words } from "@/text/payments/payment";
import { formatDateTime } from "@/ui/base/format";
import { methodName } from "@/ui/base/methodName";

interface MethodSelectProps extends SelectProps {
  methods: PaymentMethod[];
  zone: string;
}

/** The methods that a payment can go to; one that has just changed has to wait. */
export function MethodSelect({ methods, zone, ...select }: MethodSelectProps) {
  return (
    <Select
      label={words.method}
      placeholder={words.noMethod}
      data={methods.map((method) => ({
        value: String(method.id),
        label: label(method, zone),
        disabled: method.waiting,
      }))}
      {...select}
    />
  );
}

function label(method: PaymentMethod, zone: string): string {
  const { waiting, usable_from, last_failure, last_failed_at } = method;
  const name = methodName(method);
  if (waiting) return words.methodFrom(name, formatDateTime(usable_from, zone));
  if (!last_failure || !last_failed_at) return name;
  return words.methodFailed(name, last_failure, formatDateTime(last_failed_at, zone));
}
