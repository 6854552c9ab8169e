import { Divider, Stack } from "@mantine/core";

import type { Link } from "@/api/gen/types.gen";
import { useUser } from "@/api/user";
import { link as words } from "@/text/publisher/link";
import { DateText, Money, Num } from "@/ui/base/Figures";
import { AnchorLink } from "@/ui/base/links";
import { CopyButton } from "@/ui/form/CopyButton";
import { Fact } from "@/ui/form/Field";
import { SideDrawer } from "@/ui/overlay/SideDrawer";

import { LinkAddress } from "./LinkAddress";
import { LABELS } from "./linkForm";

interface LinkDrawerProps {
  link: Link | undefined;
  onClose: () => void;
}

/** One link in full: where it leads, its labels, what it brought. */
export function LinkDrawer({ link, onClose }: LinkDrawerProps) {
  const { time_zone } = useUser();
  return (
    <SideDrawer shown={link?.link_id} title={link?.brand_name ?? words.details} onClose={onClose}>
      {link && (
        <Stack gap="md">
          <LinkAddress name={words.short} value={link.tracking_url_short} />
          <div>
            <CopyButton value={link.tracking_url_short} label={words.copyShort} />
          </div>
          <LinkAddress name={words.long} value={link.tracking_url} />
          <LinkAddress name={words.target} value={link.target_url} />
          <Divider />
          <Stack gap="xs">
            <Fact name={words.clicks}>
              <Num value={link.clicks} />
            </Fact>
            <Fact name={words.orders}>
              <Num value={link.orders} />
            </Fact>
            <Fact name={words.commission(link.currency)}>
              <Money amount={link.commission} currency={link.currency} fw={600} />
            </Fact>
            {LABELS.filter((label) => link[label]).map((label) => (
              <Fact key={label} name={label}>
                {link[label]}
              </Fact>
            ))}
            {link.note && <Fact name={words.note}>{link.note}</Fact>}
            <Fact name={words.made}>
              <DateText value={link.created_at} zone={time_zone} />
            </Fact>
          </Stack>
          <AnchorLink to="/reports/performance" search={{ mcids: [link.mcid] }} size="sm">
            {words.seePerformance}
          </AnchorLink>
        </Stack>
      )}
    </SideDrawer>
  );
}
