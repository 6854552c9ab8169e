import { Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";

import type { Data } from "@/api/call";
import { link as words } from "@/text/publisher/link";
import { AnchorLink } from "@/ui/base/links";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CopyButton } from "@/ui/form/CopyButton";

import classes from "./Link.module.css";
import { LinkAddress } from "./LinkAddress";
import { LinkQr } from "./LinkQr";

/** A link that has just been created, to copy or scan; before that, a placeholder. */
export function LinkResult({ made }: { made: Data<"/tools/link_code"> | null }) {
  return (
    <Paper p="md" className={made ? undefined : classes.unmade}>
      {made ? (
        <LinkReady key={made.link_id} made={made} />
      ) : (
        <EmptyState title={words.emptyResultTitle} help={words.emptyResultHelp} />
      )}
    </Paper>
  );
}

function LinkReady({ made }: { made: Data<"/tools/link_code"> }) {
  const { code, link_id, tracking_url, tracking_url_short, qr, warnings } = made;
  const head = useRef<HTMLHeadingElement>(null);
  // The focus moves to the link, which may be below the fold on a phone.
  useEffect(() => head.current?.focus(), []);
  return (
    <Stack gap="md">
      <Title order={2} ref={head} tabIndex={-1} className={classes.head}>
        {words.readyTitle}
      </Title>
      <Stack gap="sm">
        <LinkAddress name={words.short} value={tracking_url_short} />
        <LinkAddress name={words.long} value={tracking_url} />
      </Stack>
      <Group gap="xs">
        <CopyButton value={tracking_url_short} label={words.copyShort} />
        <CopyButton value={tracking_url} label={words.copyLong} />
      </Group>
      {warnings.length > 0 && (
        <Callout state="pending" title={words.warnings}>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>
                <Text size="sm">{warning}</Text>
              </List.Item>
            ))}
          </List>
        </Callout>
      )}
      <LinkQr qr={qr} code={code} />
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {words.readyNext}
        </Text>
        <Group gap="md">
          <AnchorLink to="/reports/clicks" search={{ link_id }} size="sm">
            {words.seeClicks}
          </AnchorLink>
          <AnchorLink to="/reports/transactions" search={{ link_id }} size="sm">
            {words.seeOrders}
          </AnchorLink>
        </Group>
      </Stack>
    </Stack>
  );
}
