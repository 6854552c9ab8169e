import { Group } from "@mantine/core";
import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/links/broken";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";

const UNVERIFIED = 11;
const STATES = { open: "rejected", fixed: "approved", ignored: "offline" } as const;

/** The fault of a link, after its state if it is no longer open. */
export function BrokenBadge({ link }: { link: BrokenLink }) {
  if (link.state !== "open") {
    return (
      <Group component="span" gap={8} wrap="nowrap">
        <StatusBadge state={STATES[link.state]}>{words.states[link.state]}</StatusBadge>
        <Hint span>{words.faults[link.type]}</Hint>
      </Group>
    );
  }
  return (
    <StatusBadge state={link.type === UNVERIFIED ? "pending" : "rejected"}>
      {words.faults[link.type]}
    </StatusBadge>
  );
}
