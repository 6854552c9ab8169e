import { passkeys as words } from "@/text/accounts/passkeys";
import { failureText } from "./failureText";

/** What to say of a passkey that was not used, or not made: the browser does not tell why. */
export function passkeyFailure(failure: unknown, otherwise: string = words.notUsed): string {
  if (!(failure instanceof DOMException)) return failureText(failure);
  return failure.name === "InvalidStateError" ? words.alreadyHere : otherwise;
}
