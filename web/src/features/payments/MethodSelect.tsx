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
        label: method.waiting
          ? words.methodFrom(methodName(method), formatDateTime(method.usable_from, zone))
          : methodName(method),
        disabled: method.waiting,
      }))}
      {...select}
    />
  );
}
