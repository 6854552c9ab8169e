import { common } from "@/text/core/common";
import { refusals } from "@/text/core/refusals";

/** A text about a channel in a form's words, where it shows the name under this label and the platform under its own. */
export function channelText(text: string, name: string): string {
  if (text === common.required) return refusals.needed(name);
  return text.replace(/^Channel platform/, refusals.platform);
}
