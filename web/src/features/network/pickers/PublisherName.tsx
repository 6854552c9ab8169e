import { Text } from "@mantine/core";

import { network } from "@/text/network/network";

/** A publisher in a table: its name, and the ID behind it. */
export function PublisherName({ uid, name }: { uid: number; name: string | null }) {
  if (!name) return network.publisherId(uid);
  return (
    <>
      {name}{" "}
      <Text span inherit c="dimmed">
        {uid}
      </Text>
    </>
  );
}
