import { Divider, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { Link } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { LinkActions } from "@/features/link/edit/LinkActions";
import { LinkEditForm } from "@/features/link/edit/LinkEditForm";
import { LABELS } from "@/features/link/edit/linkValues";
import { link as words } from "@/text/publisher/link";
import { AnchorLink } from "@/ui/base/links";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CopyButton } from "@/ui/form/CopyButton";
import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import type { OpenedRow } from "@/ui/table/opened/useOpenedRow";
import { LinkAddress } from "./LinkAddress";
import { LinkQr } from "./LinkQr";

interface LinkDrawerProps {
  /** The link that the URL names. */
  shown: number | undefined;
  opened: OpenedRow<Link>;
  onClose: () => void;
}

/** One link in full: where it leads, its labels, what it brought. */
export function LinkDrawer({ shown, opened, onClose }: LinkDrawerProps) {
  const [edited, setEdited] = useState<number | null>(null);
  const close = () => {
    setEdited(null);
    onClose();
  };
  return (
    <LazyDrawer shown={shown} title={opened.row?.brand_name ?? words.details} onClose={close}>
      {opened.missing ? (
        <EmptyState title={words.goneTitle} help={words.goneHelp} />
      ) : (
        <OpenedContent opened={opened}>
          {(link) =>
            edited === link.link_id ? (
              <LinkEditForm link={link} onDone={() => setEdited(null)} />
            ) : (
              <Details link={link} onEdit={() => setEdited(link.link_id)} onDeleted={close} />
            )
          }
        </OpenedContent>
      )}
    </LazyDrawer>
  );
}

interface DetailsProps {
  link: Link;
  onEdit: () => void;
  onDeleted: () => void;
}

function Details({ link, onEdit, onDeleted }: DetailsProps) {
  const { time_zone } = useUser();
  return (
    <Stack gap="md">
      <LinkActions key={link.link_id} link={link} onEdit={onEdit} onDeleted={onDeleted} />
      <LinkAddress name={words.short} value={link.tracking_url_short} />
      <div>
        <CopyButton value={link.tracking_url_short} label={words.copyShort} />
      </div>
      <LinkAddress name={words.long} value={link.tracking_url} />
      <Group gap="xs">
        <CopyButton value={link.tracking_url} label={words.copyLong} />
      </Group>
      <Text size="xs" c="dimmed">
        {words.bothLinks}
      </Text>
      <LinkQr qr={link.qr} code={link.code} />
      <LinkAddress name={words.target} value={link.target_url} />
      {link.fallback_url && <LinkAddress name={words.fallback} value={link.fallback_url} />}
      <Divider />
      <Stack gap="xs">
        <DetailRow name={words.clicks}>
          <Num value={link.clicks} />
        </DetailRow>
        <DetailRow name={words.orders}>
          <Num value={link.orders} />
        </DetailRow>
        <DetailRow name={words.commission(link.currency)}>
          <Money amount={link.commission} currency={link.currency} fw={600} />
        </DetailRow>
        {LABELS.map(
          (label, index) =>
            link[label] && (
              <DetailRow key={label} name={words.label(index + 1)}>
                {link[label]}
              </DetailRow>
            ),
        )}
        {link.coupon && <DetailRow name={words.coupon}>{link.coupon}</DetailRow>}
        {link.note && <DetailRow name={words.note}>{link.note}</DetailRow>}
        <DetailRow name={words.made}>
          <DateText value={link.created_at} zone={time_zone} />
        </DetailRow>
      </Stack>
      <AnchorLink to="/reports/clicks" search={{ link_id: link.link_id }} size="sm">
        {words.seeClicks}
      </AnchorLink>
      <AnchorLink to="/reports/transactions" search={{ link_id: link.link_id }} size="sm">
        {words.seeOrders}
      </AnchorLink>
      <AnchorLink to="/reports/performance" search={{ mcids: [link.mcid] }} size="sm">
        {words.seePerformance}
      </AnchorLink>
    </Stack>
  );
}
