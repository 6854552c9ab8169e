import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Refusal } from "@/api/call";
import { NOT_FOUND } from "@/api/gen/codes.gen";
import type { OrderStory } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { table } from "@/text/core/table";
import { order } from "@/text/publisher/order";
import { countryName, formatNumber } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { DateText, Money } from "@/ui/base/Numbers";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { CopyButton } from "@/ui/form/CopyButton";
import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { useChannelNames } from "@/ui/picker/useChannels";
import { isPaid } from "./isPaid";
import { OrderActions } from "./OrderActions";
import { OrderItems } from "./OrderItems";
import { OrderStatus } from "./OrderStatus";
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
  /** What the URL names. */
  shown: number | string | undefined;
  answer: UseQueryResult<OrderStory>;
  zone: string;
  siteName: (id: number) => string;
  /** Whether its brand and link can be gone to. */
  own?: boolean;
  /** Whose it is, to the network. */
  publisher?: ReactNode;
  /** What the network can do with it. */
  actions?: ReactNode;
  onClose: () => void;
}

/** An order: its details, items and timeline. */
export function StoryDrawer({ shown, answer, onClose, ...details }: StoryDrawerProps) {
  const { data, error, isFetching, refetch } = answer;
  return (
    <LazyDrawer
      shown={shown}
      title={data ? order.drawer(data.order_id) : order.loading}
      onClose={onClose}
    >
      {data ? (
        <OrderDetails story={data} {...details} />
      ) : isUnknown(error) ? (
        <EmptyState
          title={order.unknown}
          help={order.unknownHelp}
          action={
            <Button variant="default" size="xs" onClick={onClose}>
              {order.toList}
            </Button>
          }
        />
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Stack>
          <Skeleton h={64} />
          <Skeleton h={120} />
          <Skeleton h={240} />
        </Stack>
      )}
    </LazyDrawer>
  );
}

/** How many decimals of a rate are shown; the call has them all. */
const RATE_DIGITS = 6;

const isUnknown = (error: unknown) => error instanceof Refusal && error.code === NOT_FOUND;

interface OrderDetailsProps extends Omit<StoryDrawerProps, "shown" | "answer" | "onClose"> {
  story: OrderStory;
}

function OrderDetails(props: OrderDetailsProps) {
  const { story, zone, siteName, own, publisher, actions } = props;
  const { currency, report_currency, items = [] } = story;
  const converted = currency !== report_currency;
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
            <AnchorLink to="/tools/link-generator" search={{ link: story.link_id }} inherit>
              {story.link_note || story.link_code || story.link_id}
            </AnchorLink>
          </DetailRow>
        )}
        <DetailRow name={order.status}>
          <OrderStatus status={story.status} paid={isPaid(items)} />
        </DetailRow>
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
          <Money amount={story.sale_comm} currency={currency} fw={600} />
          {converted && (
            <Text span inherit c="dimmed">
              {" · "}
              <Money amount={story.report_comm} currency={report_currency} />
            </Text>
          )}
        </DetailRow>
        {converted && (
          <DetailRow name={order.rate}>
            {order.rateOf(currency, formatNumber(story.rate, RATE_DIGITS), report_currency)}
          </DetailRow>
        )}
        <DetailRow name={order.orderTime}>
          <DateText value={story.order_time} zone={zone} />
        </DetailRow>
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
        <Text size="xs" c="dimmed">
          {table.times(zone)}
        </Text>
      </Stack>
    </Stack>
  );
}
