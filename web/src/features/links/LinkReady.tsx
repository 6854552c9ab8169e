import { Button, Group, List, Stack, Text, Title } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { Data } from "@/api/call";
import { link as words } from "@/text/links/link";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Callout } from "@/ui/feedback/Callout";
import { CopyButton } from "@/ui/form/CopyButton";

import { FirstOrders } from "./FirstOrders";
import classes from "./Link.module.css";
import { LinkAddress } from "./LinkAddress";
import { LinkMarkup } from "./LinkMarkup";
import { LinkQr } from "./LinkQr";

export interface LinkReadyProps {
  made: Data<"/tools/link_code">;
  /** Whether it has just been created, and gets the focus. */
  focused?: boolean;
  onClear?: () => void;
}

/** A created link: its addresses, its QR code, and a link to its results. */
export function LinkReady({ made, focused = true, onClear }: LinkReadyProps) {
  const { brand_name, code, link_id, tracking_url, tracking_url_short, qr, warnings } = made;
  const head = useRef<HTMLHeadingElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  // The focus moves to the link, which is below the fold on a phone: as much of it as fits comes into view.
  const [focuses] = useState(focused);
  useEffect(() => {
    if (!focuses) return;
    head.current?.focus({ preventScroll: true });
    whole.current?.scrollIntoView({ block: "nearest" });
  }, [focuses]);
  return (
    <Stack ref={whole} className={classes.ready}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} ref={head} tabIndex={-1} className={classes.head}>
          {words.readyTitle}
        </Title>
        {onClear && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
            {words.clearResult}
          </Button>
        )}
      </Group>
      <FirstOrders linkId={link_id} />
      <Stack gap="sm">
        <LinkAddress name={words.short} value={tracking_url_short} />
        <LinkAddress name={words.long} value={tracking_url} />
        <Hint>{words.bothLinks}</Hint>
      </Stack>
      <Group gap="xs">
        <CopyButton value={tracking_url_short} label={words.copyShort} />
        <CopyButton value={tracking_url} label={words.copyLong} />
        <Button
          component="a"
          href={tracking_url_short}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={16} stroke={1.5} />}
        >
          {words.open}
        </Button>
      </Group>
      <LinkMarkup url={tracking_url_short} text={brand_name} />
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
        <Hint size="sm">{words.readyNext}</Hint>
        <Group>
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
