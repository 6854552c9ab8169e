import { Anchor, Button, Group, Paper, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

import type { BulkRow } from "@/api/gen/types.gen";
import linkClasses from "@/features/links/Link.module.css";
import { link as words } from "@/text/links/link";
import { Hint } from "@/ui/base/Hint";
import { CopyButton } from "@/ui/form/CopyButton";
import classes from "./Bulk.module.css";
import { toCsv, toHtml, toText } from "./linkRows";

interface BulkOutcomeProps {
  made: BulkRow[];
  /** The refused rows of the last answer, which come first in the file. */
  refused: BulkRow[];
  /** How many rows of the last answer are still to be corrected, below. */
  left: number;
  /** The focus moves here with each new number. */
  focusKey: number;
  onClear: () => void;
}

/** The links that were made, to copy or save, until they are cleared. */
export function BulkOutcome({ made, refused, left, focusKey, onClear }: BulkOutcomeProps) {
  const head = useRef<HTMLHeadingElement>(null);
  // The focus moves to the result, which may be below the fold on a phone.
  useEffect(() => {
    if (focusKey > 0) head.current?.focus();
  }, [focusKey]);
  const links = made.flatMap(({ link }) => (link ? [link.tracking_url_short] : []));
  const file = `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv([...refused, ...made]))}`;
  return (
    <Paper p="md" component="section" aria-label={words.bulkResult}>
      <Group justify="space-between" gap="xs" mb="sm" wrap="nowrap">
        <Title order={2} ref={head} tabIndex={-1} className={classes.head}>
          {left > 0 ? words.bulkReadyOf(links.length, left) : words.bulkReady(links.length)}
        </Title>
        <Button variant="subtle" color="gray" size="compact-sm" flex="none" onClick={onClear}>
          {words.bulkClear}
        </Button>
      </Group>
      <Group gap="xs" mb="sm">
        <CopyButton value={links.join("\n")} label={words.bulkCopy} />
        <CopyButton value={toText(made)} label={words.bulkCopyText} />
        <CopyButton value={toHtml(made)} label={words.bulkCopyHtml} />
        <Button
          component="a"
          href={file}
          download={words.bulkFileName}
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} />}
        >
          {words.bulkSave}
        </Button>
      </Group>
      <Hint mb="sm">{words.bulkHtmlHelp}</Hint>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard */}
      <ol className={classes.outcomes} aria-label={words.bulkLinks} tabIndex={0}>
        {made.map((row) => (
          <Made key={row.link?.link_id} row={row} />
        ))}
      </ol>
    </Paper>
  );
}

function Made({ row: { target_url, brand_name, link } }: { row: BulkRow }) {
  if (!link) return null;
  return (
    <li>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Anchor
          href={link.tracking_url_short}
          target="_blank"
          rel="noopener"
          size="sm"
          className={linkClasses.address}
        >
          {link.tracking_url_short}
        </Anchor>
        <CopyButton value={link.tracking_url_short} />
      </Group>
      <Text size="xs" c="dimmed" truncate title={target_url}>
        {[brand_name, target_url].filter(Boolean).join(" · ")}
      </Text>
    </li>
  );
}
