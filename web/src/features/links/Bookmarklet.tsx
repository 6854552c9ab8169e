import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { link as words } from "@/text/links/link";
import { Hint } from "@/ui/base/Hint";
import { CopyButton } from "@/ui/form/CopyButton";

import classes from "./Link.module.css";

/** A button for the browser's bookmarks bar that opens the generator for the current page. */
export function Bookmarklet() {
  const anchor = useRef<HTMLAnchorElement>(null);
  const generator = `${window.location.origin}/tools/link-generator?target_url=`;
  const script = `javascript:void(window.open(${JSON.stringify(generator)}+encodeURIComponent(location.href)))`;
  // React does not write such an address itself.
  useEffect(() => anchor.current?.setAttribute("href", script), [script]);
  return (
    <Stack component="section" gap={4} className={classes.bookmark} aria-label={words.bookmark}>
      <Group gap="sm">
        <Text size="sm">{words.bookmarkTitle}</Text>
        <Anchor
          ref={anchor}
          href="#"
          size="sm"
          draggable
          onClick={(event) => event.preventDefault()}
        >
          {words.bookmark}
        </Anchor>
        <CopyButton value={script} label={words.copyBookmark} />
      </Group>
      <Hint>{words.bookmarkHelp}</Hint>
    </Stack>
  );
}
