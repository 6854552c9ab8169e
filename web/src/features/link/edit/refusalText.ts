/** What the portal says of a link's fields, with the names that these screens give them. */
import { TRACK_INVALID, TRACK_USED } from "@/api/gen/codes.gen";
import { link as words } from "@/text/publisher/link";

/** A rule's text about a label, which calls name `uid1` to `uid5`. */
export const labelText = (text: string) =>
  text.replace(/^Uid([1-5])\b/, (_, position) => words.label(Number(position)));

interface Refused {
  code: number;
  message: string;
}

/** Why there is no link, where no form says it beside the field. */
export function refusalText({ code, message }: Refused, path?: string): string {
  if (code === TRACK_USED) return path ? words.pathTaken(path) : words.pathTakenSomewhere;
  if (code === TRACK_INVALID) return words.pathInvalid;
  return labelText(message);
}
