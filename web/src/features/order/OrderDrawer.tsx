import { Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { Refusal } from "@/api/call";
import { NOT_FOUND } from "@/api/gen/codes.gen";
import type { OrderStory } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { table } from "@/text/core/table";
import { order } from "@/text/publisher/order";
import { DateText, Money } from "@/ui/base/Figures";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { FailedState } from "@/ui/feedback/FailedState";
import { Fact } from "@/ui/form/Field";
import { SideDrawer } from "@/ui/overlay/SideDrawer";

import { Items } from "./Items";
import { OrderStatus } from "./OrderStatus";
import { useSiteNames } from "./sites";
import { Timeline } from "./Timeline";

interface OrderDrawerProps {
  oid: number | undefined;
  zone: string;
  onClose: () => void;
}

/** One order: what it is made of, and its story from the click to the bank. */
export function OrderDrawer({ oid, zone, onClose }: OrderDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/reports/transaction", { attributes: { oid: oid ?? 0 } }),
    enabled: oid !== undefined,
  });
  return (
    <SideDrawer
      shown={oid}
      title={data ? order.drawer(data.order_id) : order.loading}
      onClose={onClose}
    >
      {data ? (
        <Story story={data} zone={zone} />
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
        <FailedState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Stack>
          <Skeleton h={64} />
          <Skeleton h={120} />
          <Skeleton h={240} />
        </Stack>
      )}
    </SideDrawer>
  );
}

const isUnknown = (error: unknown) => error instanceof Refusal && error.code === NOT_FOUND;

function Story({ story, zone }: { story: OrderStory; zone: string }) {
  const siteName = useSiteNames();
  const { currency, report_currency, items = [] } = story;
  const converted = currency !== report_currency;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Fact name={order.brand}>{story.brand_name}</Fact>
        <Fact name={order.status}>
          <OrderStatus status={story.status} paid={items.every(({ paid }) => paid)} />
        </Fact>
        <Fact name={order.amount}>
          <Money amount={story.sale_amount} currency={currency} fw={600} />
          {converted && (
            <Text span inherit c="dimmed">
              {" · "}
              <Money amount={story.report_amount} currency={report_currency} />
            </Text>
          )}
        </Fact>
        <Fact name={order.commission}>
          <Money amount={story.sale_comm} currency={currency} fw={600} />
          {converted && (
            <Text span inherit c="dimmed">
              {" · "}
              <Money amount={story.report_comm} currency={report_currency} />
            </Text>
          )}
        </Fact>
        {converted && (
          <Fact name={order.rate}>{order.rateOf(currency, story.rate, report_currency)}</Fact>
        )}
        <Fact name={order.orderTime}>
          <DateText value={story.order_time} zone={zone} />
        </Fact>
        <Fact name={order.channel}>{siteName(story.site_id)}</Fact>
        {([1, 2, 3, 4, 5] as const).map((place) => {
          const uid = story[`uid${place}`];
          return (
            uid && (
              <Fact key={place} name={order.uid(place)}>
                {uid}
              </Fact>
            )
          );
        })}
        {story.coupon && <Fact name={order.coupon}>{story.coupon}</Fact>}
        {story.country && <Fact name={order.country}>{story.country}</Fact>}
        {story.test_order && <Text size="sm">{order.test}</Text>}
      </Stack>
      <Stack gap="sm" component="section" aria-label={order.items}>
        <Title order={3}>{order.items}</Title>
        <Items items={items} currency={currency} />
      </Stack>
      <Stack gap="sm" component="section" aria-label={order.timeline}>
        <Title order={3}>{order.timeline}</Title>
        <Timeline story={story} zone={zone} channel={siteName(story.site_id)} />
        <Text size="xs" c="dimmed">
          {table.times(zone)}
        </Text>
      </Stack>
    </Stack>
  );
}
