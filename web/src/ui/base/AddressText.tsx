import { Group, Text } from "@mantine/core";

import classes from "./AddressText.module.css";

/** Characters by pixel of width that are always seen at the end, where one page differs from another. */
const TAIL_SHARE = 1 / 12;

interface AddressTextProps {
  url: string;
  /** At most, in pixels: what does not fit is left out in the middle. */
  width: number;
  /** Leaves out the host, where a brand stands beside it; the home page is shown by its host. */
  path?: boolean;
}

/** An address in a table, without its scheme and shortened in the middle. */
export function AddressText({ url, width, path = false }: AddressTextProps) {
  const whole = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const text = (path && whole.match(/[/?#].*/)?.[0]) || whole;
  const tail = Math.round(width * TAIL_SHARE);
  const start = text.slice(0, -tail);
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
      {start && (
        <Text span inherit truncate miw="1em" style={{ flexShrink: 1_000 }}>
          {start}
        </Text>
      )}
      {/* In a narrow cell its own start gives way too, so that there is one ellipsis and the end is seen. */}
      <Text span inherit className={classes.end}>
        {text.slice(-tail)}
      </Text>
    </Group>
  );
}
