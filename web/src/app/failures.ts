import { Refusal } from "@/api/call";
import {
  EMAIL_NOT_VERIFIED,
  SECOND_STEP_DUE,
  TOKEN_EXPIRED,
  TOO_MANY_ATTEMPTS,
  UNAUTHORIZED,
  USERNAME_INVALID,
} from "@/api/gen/codes.gen";
import type { TakeBack } from "@/api/onError";
import { useSession } from "@/api/session";
import { common } from "@/text/core/common";
import { toast } from "@/ui/feedback/toasts";

const HANDLED_BY_SCREEN = new Set<number>([
  SECOND_STEP_DUE,
  TOO_MANY_ATTEMPTS,
  EMAIL_NOT_VERIFIED,
  USERNAME_INVALID,
]);
const SESSION_ENDED = new Set<number>([UNAUTHORIZED, TOKEN_EXPIRED]);

/** Handles a failed call of any screen. The message that a session ended stays on the next page. */
export function reportError(failure: Error): TakeBack {
  if (failure instanceof Refusal) {
    if (HANDLED_BY_SCREEN.has(failure.code)) return undefined;
    if (SESSION_ENDED.has(failure.code)) {
      useSession.getState().end();
      toast.error(failure.message, true);
      return undefined;
    }
  }
  return toast.error(failure.message || common.networkError);
}
