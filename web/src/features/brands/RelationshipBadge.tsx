import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";
import type { Brand } from "@/api/gen/types.gen";
import { brand as words } from "@/text/brands/brand";
import { StatusBadge } from "@/ui/base/StatusBadge";

const BADGES = {
  [RELATION_PENDING]: { state: "pending", word: words.pending },
  [RELATION_JOINED]: { state: "approved", word: words.joined },
  [RELATION_REJECTED]: { state: "rejected", word: words.rejected },
  [RELATION_ENDED]: { state: "offline", word: words.ended },
} as const;

/**
 * The relationship with a brand, and whether the brand is paused or offline. Renders nothing for a
 * brand that was never applied to.
 */
export function RelationshipBadge({ brand }: { brand: Pick<Brand, "relationship" | "status"> }) {
  const { relationship, status } = brand;
  return (
    <>
      {status !== "online" && (
        <StatusBadge state="offline">
          {status === "paused" ? words.paused : words.offline}
        </StatusBadge>
      )}
      {relationship !== RELATION_NONE && (
        <StatusBadge state={BADGES[relationship].state}>{BADGES[relationship].word}</StatusBadge>
      )}
    </>
  );
}
