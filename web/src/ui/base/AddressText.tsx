import { Group, Text } from "@mantine/core";

/** Characters by pixel of width that are always seen at the end, where one page differs from another. */
const TAIL_SHARE = 1 / 12;

interface AddressTextProps {
  url: string;
  /** At most, in pixels: what does not fit is left out in the middle. */
  width: number;
}

/** An address in a table, without its scheme and shortened in the middle. */
export function AddressText({ url, width }: AddressTextProps) {
  const text = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const tail = Math.round(width * TAIL_SHARE);
  return (
    <Group component="span" gap={0} wrap="nowrap" maw={width} title={url}>
      <Text span inherit truncate flex="0 1000 auto">
        {text.slice(0, -tail)}
      </Text>
      {/* It gives way last, and then at its start: the ellipsis of text from right to left stands there. */}
      <Text span inherit truncate dir="rtl" flex="0 1 auto">
        <bdi dir="ltr">{text.slice(-tail)}</bdi>
      </Text>
    </Group>
  );
}
