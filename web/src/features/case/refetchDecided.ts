import { type Path, Refusal } from "@/api/call";
import { STATE_FORBIDS } from "@/api/gen/codes.gen";
import { invalidate } from "@/api/invalidate";
import { cases } from "@/text/reports/case";
import { toast } from "@/ui/feedback/toasts";

/** Reads a case again that somebody else has decided meanwhile; its form, with the message there, is gone then. */
export async function refetchDecided(failure: Error, paths: Path[]) {
  if (!(failure instanceof Refusal) || failure.code !== STATE_FORBIDS) return;
  await invalidate(paths);
  if (failure.field === "attributes.case_id") toast.error(cases.decided(failure.message));
}
