import { Group, Text } from "@mantine/core";

/** The last part of an address, where one page differs from another. */
const LAST_PART = /[/?&#][^/?&#]*$/;
/** A start that is no longer than an ellipsis is never shortened. */
const SHORT = 3;

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
    <Group
      component="span"
      className="portal-address"
      gap={0}
      wrap="nowrap"
      maw={width}
      miw={0}
      title={url}
    >
      {start.length > SHORT ? (
        // The last part is shortened only once nothing else is left, at its own end.
        <Text span inherit truncate miw="2em" style={{ flexShrink: 1_000 }}>
          {start}
        </Text>
      ) : (
        start && <span>{start}</span>
      )}
      <Text span inherit truncate miw={0}>
        {end}
      </Text>
    </Group>
  );
}
