import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

import { REQUEST_INVALID } from "@/api/gen/codes.gen";
import type { BulkRow } from "@/api/gen/types.gen";
import { refusalText } from "@/features/link/edit/refusalText";
import classes from "@/features/link/Link.module.css";
import { link as words } from "@/text/publisher/link";
import { CopyButton } from "@/ui/form/CopyButton";
import { toCsv } from "./linkRows";

/** What became of each row: its link to copy, or why there is none. */
export function BulkOutcome({ rows }: { rows: BulkRow[] }) {
  const links = rows.flatMap(({ link }) => (link ? [link.tracking_url_short] : []));
  const file = `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(rows))}`;
  return (
    <>
      <Group gap="xs">
        <Button
          component="a"
          href={file}
          download={words.bulkFileName}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.5} />}
        >
          {words.bulkSave}
        </Button>
        {links.length > 0 && <CopyButton value={links.join("\n")} label={words.bulkCopy} />}
      </Group>
      <Stack component="ol" gap="sm" className={classes.outcomes} aria-label={words.bulkResult}>
        {rows.map((row) => (
          <Outcome key={row.row} row={row} />
        ))}
      </Stack>
    </>
  );
}

function Outcome({ row: { row, target_url, code, field, message, link } }: { row: BulkRow }) {
  const namesNoBrand = code === REQUEST_INVALID && field === "mcid";
  return (
    <li>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" className={classes.address}>
          {link?.tracking_url_short ?? words.bulkRow(row)}
        </Text>
        {link && <CopyButton value={link.tracking_url_short} />}
      </Group>
      <Text size="xs" c="dimmed" truncate title={target_url}>
        {target_url}
      </Text>
      {!link && (
        <Text size="xs" c="var(--portal-rejected)">
          {namesNoBrand ? words.bulkNoBrand : refusalText({ code, message })}
        </Text>
      )}
      {link?.warnings.map((warning) => (
        <Text key={warning} size="xs" c="var(--portal-pending)">
          {warning}
        </Text>
      ))}
    </li>
  );
}
