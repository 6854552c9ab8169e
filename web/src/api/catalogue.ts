/** What the catalogue of codes says: loaded when a form is checked or a refusal is shown, not before. */
import { messages, numbers, ruleTexts } from "./gen/messages.gen";

export { numbers, ruleTexts };

/** The first text of a code. */
export function messageOf(code: number): string | undefined {
  const text = messages[code];
  return typeof text === "string" ? text : text?.[0];
}
