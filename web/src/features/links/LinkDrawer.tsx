import { Button, Divider, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { Alert, Link } from "@/api/gen/types.gen";
import { invalidate } from "@/api/invalidate";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { LinkEditForm } from "@/features/links/edit/LinkEditForm";
import { LABELS } from "@/features/links/edit/linkValues";
import { link as words } from "@/text/links/link";
import { AlertNotice, useBrandAlerts } from "@/ui/alert/AlertNotice";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { CopyButton } from "@/ui/form/CopyButton";
import { CountRow, DetailRow, TimeRow } from "@/ui/layout/DetailRow";
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

/** The details of a link: its target, labels and results. */
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
  const user = useUser();
  const alerts = useBrandAlerts(user, link.mcid);
  if (!alerts.ready) return <SkeletonRows rows={6} height={40} />;
  const { time_zone } = user;
  const concerning = alerts.list.filter((alert) => concernsLink(alert, link));
  return (
    <Stack>
      <AlertNotice list={concerning} zone={time_zone} />
      <LinkActions key={link.link_id} link={link} onEdit={onEdit} onDeleted={onDeleted} />
      <LinkAddress name={words.short} value={link.tracking_url_short} />
      <div>
        <CopyButton value={link.tracking_url_short} label={words.copyShort} />
      </div>
      <LinkAddress name={words.long} value={link.tracking_url} />
      <Group gap="xs">
        <CopyButton value={link.tracking_url} label={words.copyLong} />
      </Group>
      <Hint>{words.bothLinks}</Hint>
      <LinkQr qr={link.qr} code={link.code} />
      <LinkAddress name={words.target} value={link.target_url} />
      {link.fallback_url && <LinkAddress name={words.fallback} value={link.fallback_url} />}
      <Divider />
      <Stack gap="xs">
        <CountRow name={words.clicks} value={link.clicks} />
        <CountRow name={words.orders} value={link.orders} />
        <DetailRow name={words.commission(link.currency)}>
          <Money amount={link.commission} currency={link.currency} fw={600} bare />
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
        <TimeRow name={words.made} value={link.created_at} zone={time_zone} />
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

/** Whether an alert is about a link itself, or about all of its brand on its channel. */
function concernsLink({ link_id, site_id }: Alert, link: Link): boolean {
  if (link_id !== null) return link_id === link.link_id;
  return site_id === null || site_id === link.site_id;
}

interface LinkActionsProps {
  link: Link;
  onEdit: () => void;
  onDeleted: () => void;
}

/** The actions for a link: edit it, retire it or bring it back, and delete one without results. */
export function LinkActions({ link, onEdit, onDeleted }: LinkActionsProps) {
  const { link_id, retired, clicks, orders } = link;
  const edit = useCall("/tools/link_edit", {
    refresh: ["/tools/links"],
    // The requested action, because the link is reloaded first.
    onSuccess: (_, { attributes }) =>
      toast.success(attributes.retired ? words.retiredNow : words.broughtBack),
  });
  const remove = useCall("/tools/link_del", {
    refresh: ["/tools/links"],
    onSuccess: () => {
      onDeleted();
      toast.success(words.deleted);
    },
  });
  const change = () =>
    edit.mutate(
      { attributes: { link_id, retired: !retired } },
      // It may have been retired in another tab.
      { onError: () => void invalidate(["/tools/links"]) },
    );
  const askToRetire = () =>
    openConfirm({
      title: words.retireTitle,
      question: words.retireAsk,
      confirm: words.retire,
      onConfirm: change,
    });
  const askToDelete = () =>
    openConfirm({
      title: words.deleteTitle,
      question: words.deleteAsk,
      confirm: words.deleteIt,
      destroys: true,
      onConfirm: () => remove.mutate({ attributes: { link_id } }),
    });
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onEdit}>
        {words.edit}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={edit.isPending}
        onClick={retired ? change : askToRetire}
      >
        {retired ? words.bringBack : words.retire}
      </Button>
      {clicks === 0 && orders === 0 && (
        <Button size="xs" variant="default" loading={remove.isPending} onClick={askToDelete}>
          {words.deleteIt}
        </Button>
      )}
    </Group>
  );
}
