import type { Brand } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { StatusBadge } from "@/ui/base/StatusBadge";

import { ENDED, JOINED, NEW, PENDING, REJECTED } from "./search";

const BADGES = {
  [PENDING]: { state: "pending", word: words.pending },
  [JOINED]: { state: "approved", word: words.joined },
  [REJECTED]: { state: "rejected", word: words.rejected },
  [ENDED]: { state: "offline", word: words.ended },
} as const;

/** How the channel stands with a brand, and whether the brand itself is away. Nothing for a new one. */
export function RelationshipBadge({ brand }: { brand: Pick<Brand, "relationship" | "status"> }) {
  const { relationship, status } = brand;
  return (
    <>
      {status !== "online" && (
        <StatusBadge state="offline">
          {status === "paused" ? words.paused : words.offline}
        </StatusBadge>
      )}
      {relationship !== NEW && (
        <StatusBadge state={BADGES[relationship].state}>{BADGES[relationship].word}</StatusBadge>
      )}
    </>
  );
}
