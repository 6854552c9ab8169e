import { Group, Text } from "@mantine/core";

/** How much of an address is always seen at its end, where one page differs from another. */
const TAIL = 12;

interface AddressTextProps {
  url: string;
  /** At most, in pixels: what does not fit is left out in the middle. */
  width: number;
}

/** An address in a table, without its scheme and shortened in the middle. */
export function AddressText({ url, width }: AddressTextProps) {
  const text = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return (
    <Group component="span" gap={0} wrap="nowrap" maw={width} title={url}>
      <Text span inherit truncate>
        {text.slice(0, -TAIL)}
      </Text>
      <Text span inherit flex="none">
        {text.slice(-TAIL)}
      </Text>
    </Group>
  );
}
