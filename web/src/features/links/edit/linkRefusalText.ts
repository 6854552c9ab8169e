/** Why a link is refused, with the names that these screens give its fields. */
import { TRACK_INVALID, TRACK_USED } from "@/api/gen/codes.gen";
import { type Refused, refusalText } from "@/api/refusalText";
import { link as words } from "@/text/links/link";
import { linkLabels } from "./linkValues";

/** Why there is no link, where no form says it beside the field. */
export function linkRefusalText(refused: Refused, path?: string): string {
  if (refused.code === TRACK_USED) return path ? words.pathTaken(path) : words.pathTakenSomewhere;
  if (refused.code === TRACK_INVALID) return words.pathInvalid;
  return refusalText(refused, linkLabels);
}
