/** What is to be done with a method once the password is given, and how it is asked for. */
import type { PaymentMethod } from "@/api/gen/types.gen";
import { payment as words } from "@/text/publisher/payment";
import type { PasswordQuestion } from "@/ui/confirm/lazy/PasswordModal";

import { nameOf } from "./kinds";

export interface Wish {
  does: "default" | "delete";
  method: PaymentMethod;
}

export function questionOf({ does, method }: Wish): PasswordQuestion {
  const name = nameOf(method);
  const about = { id: method.id };
  const asked = {
    label: words.password,
    labelHelp: words.passwordHelp,
    refresh: ["/payments/methods" as const],
  };
  if (does === "default") {
    return {
      ...asked,
      deed: { path: "/payments/method_default", about },
      title: words.makeDefaultTitle(name),
      help: words.makeDefaultHelp,
      confirm: words.makeDefault,
      done: words.madeDefault(name),
    };
  }
  return {
    ...asked,
    deed: { path: "/payments/method_del", about },
    title: words.deleteTitle(name),
    help: words.deleteHelp,
    confirm: words.deleteConfirm,
    destroys: true,
    done: words.deleted(name),
  };
}
