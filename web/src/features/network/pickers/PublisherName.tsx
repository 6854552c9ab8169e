import { Group, Text } from "@mantine/core";

import { network } from "@/text/network/network";

/** A publisher in a table: its name, and the ID behind it. */
export function PublisherName({ uid, name }: { uid: number; name: string | null }) {
  if (!name) return network.publisherId(uid);
  return (
    <Group gap={6} wrap="nowrap">
      <Text span inherit truncate maw={140} title={name}>
        {name}
      </Text>
      <Text span inherit c="dimmed">
        {uid}
      </Text>
    </Group>
  );
}
