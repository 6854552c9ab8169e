import type { AgentRequestRow } from "@/api/gen/types.gen";
import { appRequests as words } from "@/text/accounts/appRequests";
import type { State } from "@/ui/base/theme";

const LOOKS = {
  pending: "pending",
  approved: "approved",
  refused: "rejected",
  declined: "rejected",
  expired: "offline",
  ended: "offline",
} as const satisfies Record<string, State>;

/** The state of a request as it is shown: an approved call may have been refused. */
export function requestState({ state, outcome }: Pick<AgentRequestRow, "state" | "outcome">) {
  const shown = state === "approved" && outcome?.code ? "refused" : state;
  return { look: LOOKS[shown], label: words.states[shown] };
}

/** Characters that nobody sees, or that turn others around. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/g;

/** A text from an app with every unseen character as its code. */
export const plainText = (text: string): string =>
  text.replace(UNSEEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
