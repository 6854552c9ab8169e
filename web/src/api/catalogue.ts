/** What the catalogue of codes says: loaded when a refusal names only its code, not before. */
import { messages, numbers } from "./gen/messages.gen";

export { numbers };

/** The first text of a code. */
export function messageOf(code: number): string | undefined {
  const text = messages[code];
  return typeof text === "string" ? text : text?.[0];
}
