import { Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Item, OrderStory } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useMoney } from "@/api/user/useMoney";
import { useUser } from "@/api/user/useUser";
import { table } from "@/text/core/table";
import { order } from "@/text/orders/order";
import { countryName, formatMoney, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { UnratedBadge } from "@/ui/base/UnratedBadge";
import { Answer } from "@/ui/feedback/Answer";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CopyButton } from "@/ui/form/CopyButton";
import { FormNote } from "@/ui/form/FormNote";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { useChannelNames } from "@/ui/picker/useChannels";
import { isPaid } from "./isPaid";
import { OrderActions } from "./OrderActions";
import { OrderStatus } from "./OrderStatus";
import { reasonText } from "./reasonText";
import { Timeline } from "./Timeline";

interface OrderDrawerProps {
  oid: number | undefined;
  zone: string;
  onClose: () => void;
}

/** One of the publisher's orders. */
export function OrderDrawer({ oid, zone, onClose }: OrderDrawerProps) {
  const answer = useQuery({
    ...query("/reports/transaction", { attributes: { oid: oid ?? 0 } }),
    enabled: oid !== undefined,
  });
  const siteName = useChannelNames();
  return (
    <StoryDrawer
      shown={oid}
      answer={answer}
      zone={zone}
      siteName={siteName}
      own
      onClose={onClose}
    />
  );
}

interface StoryDrawerProps {
  /** The order that the URL names. */
  shown: number | string | undefined;
  answer: UseQueryResult<OrderStory>;
  zone: string;
  siteName: (id: number) => string;
  /** Whether its brand and link are shown as links. */
  own?: boolean;
  /** Its publisher, shown to operators. */
  publisher?: ReactNode;
  /** The network's actions for the order. */
  actions?: ReactNode;
  onClose: () => void;
}

/** An order: its details, items and timeline. */
export function StoryDrawer({ shown, answer, onClose, ...details }: StoryDrawerProps) {
  const { data } = answer;
  return (
    <LazyDrawer
      shown={shown}
      title={data ? order.drawer(data.order_id) : order.loading}
      onClose={onClose}
    >
      <Answer
        of={answer}
        missing={
          <EmptyState
            title={order.unknown}
            help={order.unknownHelp}
            button={{ label: order.toList, onClick: onClose }}
          />
        }
        waiting={
          <Stack>
            <Skeleton h={64} />
            <Skeleton h={120} />
            <Skeleton h={240} />
          </Stack>
        }
      >
        {(story) => <OrderDetails story={story} {...details} />}
      </Answer>
    </LazyDrawer>
  );
}

/** How many decimals of a rate are shown; the call has them all. */
const RATE_DIGITS = 6;

interface OrderDetailsProps extends Omit<StoryDrawerProps, "shown" | "answer" | "onClose"> {
  story: OrderStory;
}

function OrderDetails(props: OrderDetailsProps) {
  const { story, zone, siteName, own, publisher, actions } = props;
  const { currency, report_currency, items = [] } = story;
  const converted = currency !== report_currency && !story.unrated;
  const seesMoney = useMoney();
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <DetailRow name={order.orderId}>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            {story.order_id}
            <CopyButton value={story.order_id} />
          </Group>
        </DetailRow>
        <DetailRow name={order.ourNumber}>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            {story.oid}
            <CopyButton value={String(story.oid)} />
          </Group>
        </DetailRow>
        <DetailRow name={order.brand}>
          {own ? (
            <AnchorLink to="/brands/$mcid" params={{ mcid: story.mcid }} inherit>
              {story.brand_name}
            </AnchorLink>
          ) : (
            story.brand_name
          )}
        </DetailRow>
        {publisher && <DetailRow name={order.publisher}>{publisher}</DetailRow>}
        {own && (
          <DetailRow name={order.link}>
            {story.link_id ? (
              <LinkName id={story.link_id}>
                {story.link_note || story.link_code || story.link_id}
              </LinkName>
            ) : (
              order.assignedCode
            )}
          </DetailRow>
        )}
        <DetailRow name={order.status}>
          <Group gap="xs" justify="flex-end">
            <OrderStatus status={story.status} paid={isPaid(items)} />
            {story.unrated && <UnratedBadge />}
          </Group>
        </DetailRow>
        {seesMoney && (
          <>
            <DetailRow name={order.amount}>
              <Money amount={story.sale_amount} currency={currency} fw={600} />
              {converted && (
                <Text span inherit c="dimmed">
                  {" · "}
                  <Money amount={story.report_amount} currency={report_currency} />
                </Text>
              )}
            </DetailRow>
            <DetailRow name={order.commission}>
              {story.unrated ? (
                order.unrated
              ) : (
                <Money amount={story.sale_comm} currency={currency} fw={600} />
              )}
              {converted && (
                <Text span inherit c="dimmed">
                  {" · "}
                  <Money amount={story.report_comm} currency={report_currency} />
                </Text>
              )}
            </DetailRow>
          </>
        )}
        {converted && story.rate && (
          <DetailRow name={order.rate}>
            {order.rateOf(currency, formatNumber(story.rate, RATE_DIGITS), report_currency)}
          </DetailRow>
        )}
        {story.unrated && (
          <FormNote
            state="pending"
            text={
              currency === report_currency
                ? order.unratedFixed(currency)
                : order.unratedNote(currency, report_currency)
            }
          />
        )}
        <TimeRow name={order.orderTime} value={story.order_time} zone={zone} />
        <DetailRow name={order.channel}>{siteName(story.site_id)}</DetailRow>
        {([1, 2, 3, 4, 5] as const).map((position) => {
          const uid = story[`uid${position}`];
          return (
            uid && (
              <DetailRow key={position} name={order.uid(position)}>
                {uid}
              </DetailRow>
            )
          );
        })}
        {story.coupon && <DetailRow name={order.coupon}>{story.coupon}</DetailRow>}
        {story.country && <DetailRow name={order.country}>{countryName(story.country)}</DetailRow>}
        {story.test_order && <Text size="sm">{order.test}</Text>}
      </Stack>
      {own && <OrderActions story={story} zone={zone} />}
      {actions}
      <Stack gap="sm" component="section" aria-label={order.items}>
        <Title order={3}>{order.items}</Title>
        <OrderItems items={items} currency={currency} />
      </Stack>
      <Stack gap="sm" component="section" aria-label={order.timeline}>
        <Title order={3}>{order.timeline}</Title>
        <Timeline
          story={story}
          zone={zone}
          channel={siteName(story.site_id)}
          words={own ? order.toPublisher : order.toNetwork}
        />
        <Hint>{table.times(zone)}</Hint>
      </Stack>
    </Stack>
  );
}

/** The items of an order, each with its own status. */
function OrderItems({ items, currency }: { items: Item[]; currency: string }) {
  return (
    <Paper>
      {items.map((item) => (
        <OrderItem key={item.item_id} item={item} currency={currency} />
      ))}
    </Paper>
  );
}

function OrderItem({ item, currency }: { item: Item; currency: string }) {
  const { item_id, category, quantity, sale_amount, sale_comm, ori_amount } = item;
  const seesMoney = useMoney();
  const about = [
    category && item_id && order.ofItem(item_id),
    quantity > 1 && order.quantity(quantity),
    rateText(item),
    seesMoney && sale_amount !== ori_amount && order.was(formatMoney(ori_amount, currency)),
    item.reason_code && reasonText(item.reason_code),
    item.note,
  ].filter(Boolean);
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" p="sm">
      <Stack gap={4} miw={0}>
        <Text size="sm" fw={500} truncate>
          {category || (item_id ? order.ofItem(item_id) : order.item)}
        </Text>
        {about.length > 0 && <Hint>{about.join(" · ")}</Hint>}
        <Group>
          <OrderStatus status={item.status} paid={item.paid} />
        </Group>
      </Stack>
      {seesMoney && (
        <Stack gap={4} ta="right">
          <Money size="sm" amount={sale_amount} currency={currency} />
          <Text size="xs" c="dimmed" component="span">
            {order.commission}{" "}
            {sale_comm === null ? order.notKnown : <Money amount={sale_comm} currency={currency} />}
          </Text>
        </Stack>
      )}
    </Group>
  );
}

/** The rate of an item's commission, and the brand's terms that gave it. */
function rateText({ comm_rate, commission_group: group }: Item): string | null {
  const rate = comm_rate && order.percent(formatNumber(comm_rate, 4));
  return group ? order.ratedBy(rate ?? order.fixedAmount, group) : rate;
}

/** Leads to the link, for those who may open links. */
function LinkName({ id, children }: { id: number; children: ReactNode }) {
  if (!hasPermission(useUser(), "link.edit")) return children;
  return (
    <AnchorLink to="/tools/link-generator" search={{ link: id }} inherit>
      {children}
    </AnchorLink>
  );
}
