/** The actions on a payment method that need the password, and how they are confirmed. */
import type { PaymentMethod } from "@/api/gen/types.gen";
import { paymentMethod as words } from "@/text/publisher/paymentMethod";
import type { PasswordPrompt } from "@/ui/confirm/lazy/PasswordModal";

import { nameOf } from "./kinds";

export interface MethodAction {
  kind: "default" | "delete";
  method: PaymentMethod;
}

export function passwordPromptOf({ kind, method }: MethodAction): PasswordPrompt {
  const name = nameOf(method);
  const attributes = { id: method.id };
  const shared = {
    label: words.password,
    labelHelp: words.passwordHelp,
    refresh: ["/payments/methods" as const],
  };
  if (kind === "default") {
    return {
      ...shared,
      call: { path: "/payments/method_default", attributes },
      title: words.makeDefaultTitle(name),
      help: words.makeDefaultHelp,
      confirm: words.makeDefault,
      done: words.madeDefault(name),
    };
  }
  return {
    ...shared,
    call: { path: "/payments/method_del", attributes },
    title: words.deleteTitle(name),
    help: words.deleteHelp,
    confirm: words.deleteConfirm,
    destroys: true,
    done: words.deleted(name),
  };
}
