/** The kinds of payment methods, and where each is added and edited. */
import { linkOptions } from "@tanstack/react-router";

import type { MethodKind, PaymentMethod } from "@/api/gen/types.gen";

export const KINDS: MethodKind[] = ["paypal", "payoneer", "airwallex", "bank"];

const ADD = {
  paypal: linkOptions({ to: "/settings/payment-add-paypal" }),
  payoneer: linkOptions({ to: "/settings/payment-add-payoneer" }),
  airwallex: linkOptions({ to: "/settings/payment-add-airwallex" }),
  bank: linkOptions({ to: "/settings/payment-add-bank" }),
};
const EDIT = {
  paypal: linkOptions({ to: "/settings/payment-edit-paypal" }),
  payoneer: linkOptions({ to: "/settings/payment-edit-payoneer" }),
  airwallex: linkOptions({ to: "/settings/payment-edit-airwallex" }),
  bank: linkOptions({ to: "/settings/payment-edit-bank" }),
};

export const addLink = (kind: MethodKind) => ADD[kind];
export const editLink = ({ kind, id }: PaymentMethod) => ({ ...EDIT[kind], search: { id } });
