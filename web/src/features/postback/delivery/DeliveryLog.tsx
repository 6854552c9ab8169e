import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { Delivery, Postback } from "@/api/gen/types.gen";
import { invalidate } from "@/api/invalidate";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { DeliveryState } from "@/features/postback/PostbackBadges";
import { lastThirtyDays } from "@/features/postback/postbackValues";
import {
  DELIVERY_STATES,
  type DeliverySearch,
  deliveriesInput,
  deliveryNews,
} from "@/features/postback/search";
import { usePostbackTypes } from "@/features/postback/usePostbackTypes";
import { postback as words } from "@/text/publisher/postback";
import { formatNumber } from "@/ui/base/format";
import { DateText, Num } from "@/ui/base/Numbers";
import { parsePeriod } from "@/ui/base/period";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { FilterBar } from "@/ui/filter/FilterBar";
import { formatPeriod, LazyDateRangePicker } from "@/ui/filter/LazyDateRangePicker";
import { LazySelect } from "@/ui/picker/LazySelect";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { LIVE_INTERVAL, useLiveList } from "@/ui/table/live/useLiveList";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";
import { DeliveryDrawer, NextAttempt } from "./DeliveryDrawer";

const NO_DAYS = { start_date: undefined, end_date: undefined };

interface DeliveryLogProps {
  search: DeliverySearch;
  onSearch: (change: Partial<DeliverySearch>) => void;
}

/** What was sent, what became of it, and what still waits; new rows appear by themselves. */
export function DeliveryLog({ search, onSearch }: DeliveryLogProps) {
  const { time_zone } = useUser();
  const { titleOf } = usePostbackTypes();
  const postbacks = useQuery(query("/postback/list"));
  const halted = haltedOf(postbacks.data?.list);
  const answer = useLiveList(
    "/postback/deliveries",
    deliveriesInput(search),
    deliveryNews(search),
    () => void invalidate(["/postback/list"]),
  );
  const again = useCall("/postback/redeliver", {
    refresh: ["/postback/deliveries", "/postback/list"],
    onSuccess: ({ count }) =>
      count > 0
        ? toast.success(words.sentAgainCount(count, formatNumber(count)))
        : toast.error(words.noneFailed),
  });
  const narrow = (change: Partial<DeliverySearch>) => onSearch({ ...change, curPage: undefined });
  const opened = useOpenedRow({
    answer,
    isOpened: search.delivery === undefined ? undefined : ({ id }) => id === search.delivery,
    alone: {
      ...query("/postback/deliveries", { filter: { delivery_id: search.delivery } }),
      refetchInterval: LIVE_INTERVAL,
    },
  });
  const { start_date, end_date } = search;
  const postback = postbacks.data?.list.find(({ id }) => id === search.postback);
  const chosen = postback && words.numbered(postback.id, titleOf(postback.event_type));
  const days = parsePeriod({ start_date, end_date }, time_zone);
  return (
    <Stack component="section" gap="sm" aria-label={words.log}>
      <Group justify="space-between" align="baseline">
        <Title order={2}>{words.log}</Title>
        <Text size="xs" c="dimmed">
          {words.logTimes(time_zone)}
        </Text>
      </Group>
      <Group gap="xs" justify="space-between">
        <Group gap="xs" role="search">
          <LazySelect
            aria-label={words.filterPostback}
            placeholder={words.allPostbacks}
            clearable
            data={(postbacks.data?.list ?? []).map(({ id, event_type }) => ({
              value: String(id),
              label: words.numbered(id, titleOf(event_type)),
            }))}
            value={search.postback ? String(search.postback) : null}
            onChange={(id) => narrow({ postback: id ? Number(id) : undefined })}
          />
          <LazySelect
            aria-label={words.state}
            placeholder={words.anyState}
            clearable
            data={DELIVERY_STATES.map((state) => ({
              value: state,
              label: words.deliveryStates[state],
            }))}
            value={search.state ?? null}
            onChange={(state) => narrow({ state: (state ?? undefined) as Delivery["state"] })}
          />
          <FilterBar
            chips={[
              {
                key: "days",
                name: words.days,
                value: start_date ? formatPeriod(days, time_zone) : null,
                edit: (close) => (
                  <LazyDateRangePicker
                    {...days}
                    zone={time_zone}
                    onChange={(picked) => {
                      narrow(picked);
                      close();
                    }}
                  />
                ),
                onClear: () => narrow(NO_DAYS),
              },
            ]}
          />
        </Group>
        <Button
          variant="default"
          loading={again.isPending}
          onClick={() =>
            openConfirm({
              title: chosen ? words.againAllOf(chosen) : words.againAllTitle,
              question: words.againAllHelp,
              confirm: words.againAll,
              onConfirm: () =>
                again.mutate({
                  attributes: {
                    ...(start_date ? days : lastThirtyDays()),
                    id: search.postback,
                    state: "failed",
                  },
                }),
            })
          }
        >
          {words.againAll}
        </Button>
      </Group>
      <DataTable
        name="deliveries"
        label={words.logTable}
        answer={answer}
        columns={columns(time_zone, titleOf, halted)}
        id={({ id }) => id}
        opened={search.delivery ?? null}
        onOpen={({ id }) => onSearch({ delivery: id })}
        empty={<NoDeliveries search={search} onSearch={narrow} />}
        pages={
          <PageControls
            {...parsePaging({ ...search })}
            total={answer.data?.total ?? 0}
            onChange={(page) => onSearch(page)}
          />
        }
      />
      <DeliveryDrawer
        shown={search.delivery}
        opened={opened}
        titleOf={titleOf}
        halted={halted}
        onClose={() => onSearch({ delivery: undefined })}
      />
    </Stack>
  );
}

/** The postbacks that are paused: what waits for them is sent once they are resumed. */
function haltedOf(list: Postback[] = []): Set<number | null> {
  return new Set(list.filter(({ state }) => state !== "active").map(({ id }) => id));
}

function columns(
  zone: string,
  titleOf: (event: number) => string,
  halted: Set<number | null>,
): Array<Column<Delivery>> {
  return [
    {
      key: "event_type",
      title: words.event,
      cell: ({ event_type, test }) =>
        test ? `${titleOf(event_type)} (${words.testMark})` : titleOf(event_type),
    },
    {
      key: "created_at",
      title: words.time,
      phone: "more",
      cell: ({ created_at }) => <DateText value={created_at} zone={zone} />,
    },
    { key: "oid", title: words.orderColumn, cell: ({ oid }) => oid ?? "" },
    {
      key: "state",
      title: words.state,
      phone: "status",
      cell: ({ state }) => <DeliveryState state={state} />,
    },
    {
      key: "status_code",
      title: words.status,
      cell: ({ status_code, error }) => status_code ?? (error ? words.errors[error] : ""),
    },
    {
      key: "attempt",
      title: words.attempt,
      numeric: true,
      cell: ({ attempts }) => <Num value={attempts.length} />,
    },
    { key: "ms", title: words.ms, numeric: true, cell: ({ ms }) => <Num value={ms} /> },
    {
      key: "next_attempt_at",
      title: words.next,
      cell: (delivery) => <NextAttempt delivery={delivery} halted={halted} zone={zone} />,
    },
    {
      key: "postback_id",
      title: words.filterPostback,
      cell: ({ postback_id }) => (postback_id === null ? "" : words.number(postback_id)),
    },
  ];
}

function NoDeliveries({ search, onSearch }: DeliveryLogProps) {
  if (!search.postback && !search.state && !search.start_date) {
    return <EmptyState title={words.logEmptyTitle} help={words.logEmptyHelp} />;
  }
  return (
    <EmptyState
      title={words.logNoMatchTitle}
      help={words.logNoMatchHelp}
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() => onSearch({ postback: undefined, state: undefined, ...NO_DAYS })}
        >
          {words.clear}
        </Button>
      }
    />
  );
}
