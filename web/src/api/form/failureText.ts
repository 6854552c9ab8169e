import { NetworkFailure, Refusal } from "@/api/call";
import { isChunkFailure } from "@/api/chunkFailure";
import { CRASHED } from "@/api/gen/codes.gen";
import { failures } from "@/text/core/failures";
import type { Labels } from "@/text/core/ruleTexts";

/** The error message to show where an action failed; the toast shows the catalogue's text. */
export function failureText(failure: unknown, labels?: Labels): string {
  if (failure instanceof Refusal && failure.code !== CRASHED) return failure.textFor(labels);
  const unreachable =
    isChunkFailure(failure) || (failure instanceof NetworkFailure && !failure.answered);
  return unreachable ? failures.unreachable : failures.broken;
}
