import { List, Stack, Text } from "@mantine/core";

import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/publisher/broken";

/** The addresses that a visitor comes through, each with what it answers. */
export function HopList({ hops }: { hops: BrokenLink["hops"] }) {
  return (
    <Stack gap="xs">
      <Text fw={600}>{words.way}</Text>
      <List type="ordered" size="sm" spacing="xs">
        {hops.map(({ url, status }, index) => (
          <List.Item key={index} style={{ overflowWrap: "anywhere" }}>
            {url}{" "}
            <Text span size="sm" c="dimmed">
              ({status ?? words.noAnswer})
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
