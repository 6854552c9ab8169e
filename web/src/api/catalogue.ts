/** The messages of error codes, loaded only when an error has no message of its own. */
import { messages, numbers } from "./gen/messages.gen";

export { numbers };

/** The first message of a code. */
export function messageOf(code: number): string | undefined {
  const text = messages[code];
  return typeof text === "string" ? text : text?.[0];
}
