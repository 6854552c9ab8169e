import { Group, Text } from "@mantine/core";

import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/publisher/broken";
import { StatusBadge } from "@/ui/base/StatusBadge";

const UNVERIFIED = 11;
const STATES = { open: "rejected", fixed: "approved", ignored: "offline" } as const;

/** What is wrong with a link, after its state where it is no longer open. */
export function BrokenBadge({ link }: { link: BrokenLink }) {
  if (link.state !== "open") {
    return (
      <Group component="span" gap={8} wrap="nowrap">
        <StatusBadge state={STATES[link.state]}>{words.states[link.state]}</StatusBadge>
        <Text span size="xs" c="dimmed">
          {words.faults[link.type]}
        </Text>
      </Group>
    );
  }
  return (
    <StatusBadge state={link.type === UNVERIFIED ? "pending" : "rejected"}>
      {words.faults[link.type]}
    </StatusBadge>
  );
}
