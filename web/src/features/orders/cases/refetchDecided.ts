import { type Path, Refusal } from "@/api/call";
import { STATE_FORBIDS } from "@/api/gen/codes.gen";
import { invalidate } from "@/api/invalidate";
import { cases } from "@/text/orders/case";
import { toast } from "@/ui/feedback/toasts";

/** Refetches a case that another operator has decided meanwhile, which removes its form and the message in it. */
export async function refetchDecided(failure: Error, paths: Path[]) {
  if (!(failure instanceof Refusal) || failure.code !== STATE_FORBIDS) return;
  await invalidate(paths);
  if (failure.field === "attributes.case_id") toast.error(cases.decided(failure.message));
}
