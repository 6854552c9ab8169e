/** What a list of brands says about itself. */
import type { Relation } from "@/api/gen/types.gen";
import { brand } from "@/text/brand";

import { type BrandSearch, ENDED, JOINED, NEW, PENDING, REJECTED } from "./search";

const HELPS = {
  [NEW]: brand.newHelp,
  [PENDING]: brand.pendingHelp,
  [JOINED]: brand.mineHelp,
  [REJECTED]: brand.rejectedHelp,
  [ENDED]: brand.endedHelp,
} as const satisfies Record<Relation, (channel: string) => string>;

/** What the list holds, for the channel it is asked for. */
export function helpOf({ status }: BrandSearch, channel: string): string {
  return HELPS[status](channel);
}
