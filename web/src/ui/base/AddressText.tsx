import { Group, Text } from "@mantine/core";

/** The last part of an address, where one page differs from another. */
const LAST_PART = /[/?&#][^/?&#]*$/;

interface AddressTextProps {
  url: string;
  /** At most, in pixels: what does not fit is left out in the middle. */
  width: number;
  /** Leaves out the host, where a brand stands beside it; the home page is shown by its host. */
  path?: boolean;
}

/** An address in a table, without its scheme and shortened before its last part. */
export function AddressText({ url, width, path = false }: AddressTextProps) {
  const whole = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const text = (path && whole.match(/[/?#].*/)?.[0]) || whole;
  const end = text.match(LAST_PART)?.[0] ?? text;
  const start = text.slice(0, text.length - end.length);
  return (
    // Where its start has no room beside the last part, it is in a second line, which is not seen.
    <Group
      component="span"
      className="portal-address"
      gap={0}
      wrap="wrap-reverse"
      maw={width}
      miw={0}
      h="1lh"
      style={{ alignContent: "flex-end", overflow: "hidden" }}
      title={url}
    >
      {start && (
        <Text span inherit truncate maw="max-content" style={{ flex: "1 1 3em" }}>
          {start}
        </Text>
      )}
      <Text span inherit truncate miw={0}>
        {end}
      </Text>
    </Group>
  );
}
