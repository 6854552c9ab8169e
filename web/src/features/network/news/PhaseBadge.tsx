import { news } from "@/text/network/news";
import { StatusBadge } from "@/ui/base/StatusBadge";

import { PHASE_STATES, phaseOf } from "./phase";

/** A badge that says whether publishers see a notice, banner or article now. */
export function PhaseBadge({ start, end }: { start: string; end: string | null }) {
  const phase = phaseOf(start, end);
  return <StatusBadge state={PHASE_STATES[phase]}>{news.states[phase]}</StatusBadge>;
}
