import type { PaymentMethod } from "@/api/gen/types.gen";
import { paymentMethod as words } from "@/text/payments/paymentMethod";

/** The name of a payment method: its kind and its payee, masked. */
export const methodName = ({ kind, payee }: Pick<PaymentMethod, "kind" | "payee">) =>
  words.named(words.kinds[kind], payee);
