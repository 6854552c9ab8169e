import { passkeys as words } from "@/text/accounts/passkeys";
import { failureText } from "./failureText";

/** The message if a passkey was not used or created; the browser does not say why. */
export function passkeyFailure(failure: unknown, otherwise: string = words.notUsed): string {
  if (!(failure instanceof DOMException)) return failureText(failure);
  return failure.name === "InvalidStateError" ? words.alreadyHere : otherwise;
}
