import { Button, Group, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Delivery, Postback } from "@/api/gen/types.gen";
import { invalidate } from "@/api/invalidate";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { DeliveryState } from "@/features/postbacks/PostbackBadges";
import { lastThirtyDays } from "@/features/postbacks/postbackValues";
import {
  DELIVERY_STATES,
  type DeliverySearch,
  deliveriesInput,
  deliveryNews,
} from "@/features/postbacks/searchParams";
import { usePostbackTypes } from "@/features/postbacks/usePostbackTypes";
import { postback as words } from "@/text/postbacks/postback";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Num } from "@/ui/base/Numbers";
import { parsePeriod } from "@/ui/base/period";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { chipsOf, choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { formatPeriod, LazyDateRangePicker } from "@/ui/filter/LazyDateRangePicker";
import { useLanding } from "@/ui/layout/useLanding";
import { countColumn, dateColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { LIVE_INTERVAL, useLiveList } from "@/ui/table/live/useLiveList";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { parsePaging } from "@/ui/table/paging";
import { DeliveryDrawer, NextAttempt } from "./DeliveryDrawer";

const NO_DAYS = { start_date: undefined, end_date: undefined };

interface DeliveryLogProps {
  search: DeliverySearch;
  onSearch: (change: Partial<DeliverySearch>) => void;
}

/** Deliveries with their outcome, including waiting ones; new rows appear automatically. */
export function DeliveryLog({ search, onSearch }: DeliveryLogProps) {
  const { time_zone } = useUser();
  const { titleOf } = usePostbackTypes();
  const postbacks = useQuery(query("/postback/list"));
  const halted = haltedOf(postbacks.data?.list);
  const nameOf = (id: number) => {
    const found = postbacks.data?.list.find((each) => each.id === id);
    return found ? words.of(id, found.link_url) : words.number(id);
  };
  const answer = useLiveList(
    "/postback/deliveries",
    deliveriesInput(search),
    deliveryNews(search),
    () => void invalidate(["/postback/list", "/postback/recent"]),
  );
  const again = useCall("/postback/redeliver", {
    refresh: ["/postback/deliveries", "/postback/list", "/postback/recent"],
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
  const names = Object.fromEntries(
    (postbacks.data?.list ?? []).map(({ id, event_type }) => [
      String(id),
      words.numbered(id, titleOf(event_type)),
    ]),
  );
  if (search.postback) names[search.postback] ??= String(search.postback);
  const chosen = postback && words.numbered(postback.id, titleOf(postback.event_type));
  const days = parsePeriod({ start_date, end_date }, time_zone);
  const chip = chipsOf(search, narrow);
  return (
    <Stack component="section" gap="sm" aria-label={words.log} {...useLanding("deliveries")}>
      <Group justify="space-between" align="baseline">
        <Title order={2}>{words.log}</Title>
        <Hint>{words.logTimes(time_zone)}</Hint>
      </Group>
      <Group gap="xs" justify="space-between">
        <FilterBar
          chips={[
            choiceChip({
              key: "postback",
              name: words.filterPostback,
              words: names,
              of: Object.keys(names),
              value: search.postback?.toString(),
              onChange: (id) => narrow({ postback: id ? Number(id) : undefined }),
            }),
            chip.choice("state", words.state, words.deliveryStates, DELIVERY_STATES),
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
        <Button
          variant="default"
          loading={again.isPending}
          onClick={() =>
            openConfirm({
              title: chosen ? words.againAllOf(chosen) : words.againAllTitle,
              question: <FailedCount search={search} />,
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
        hiddenByDefault={["attempt", "ms"]}
        answer={answer}
        columns={columns({ zone: time_zone, titleOf, nameOf, halted })}
        id={({ id }) => id}
        opened={search.delivery ?? null}
        onOpen={({ id }) => onSearch({ delivery: id })}
        empty={<NoDeliveries search={search} onSearch={narrow} />}
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch(page)}
      />
      <DeliveryDrawer
        shown={search.delivery}
        opened={opened}
        titleOf={titleOf}
        nameOf={nameOf}
        halted={halted}
        onClose={() => onSearch({ delivery: undefined })}
      />
    </Stack>
  );
}

/** How many failed deliveries are looked at, to leave out the tests among them. */
const COUNTED = 100;

/** The question before deliveries are sent again, with the number of failed ones. */
function FailedCount({ search }: { search: DeliverySearch }) {
  const { filter } = deliveriesInput({ ...search, state: "failed" });
  const { data } = useQuery({
    ...query("/postback/deliveries", { filter, page: { curPage: 1, perPage: COUNTED } }),
    staleTime: 0,
  });
  const tests = data?.list.filter(({ test }) => test).length ?? 0;
  const count = data && data.total - tests;
  return (
    <>
      {count !== undefined && `${words.failedCount(count, formatNumber(count))} `}
      {count !== 0 && words.againAllHelp}
      {tests > 0 && ` ${words.testsStay}`}
    </>
  );
}

/** The postbacks that are paused: what waits for them is sent once they are resumed. */
function haltedOf(list: Postback[] = []): Set<number | null> {
  return new Set(list.filter(({ state }) => state !== "active").map(({ id }) => id));
}

interface Shape {
  zone: string;
  titleOf: (event: number) => string;
  /** Which postback it is, as its number and where it sends. */
  nameOf: (postback: number) => string;
  halted: Set<number | null>;
}

function columns({ zone, titleOf, nameOf, halted }: Shape): Array<Column<Delivery>> {
  return [
    {
      key: "event_type",
      title: words.event,
      cell: ({ event_type, test }) =>
        test ? `${titleOf(event_type)} (${words.testMark})` : titleOf(event_type),
    },
    {
      key: "postback_id",
      title: words.filterPostback,
      phone: "more",
      cell: ({ postback_id }) => (postback_id === null ? "" : nameOf(postback_id)),
    },
    dateColumn("created_at", words.time, zone, { phone: "more" }),
    { key: "oid", title: words.orderColumn, cell: ({ order_id, oid }) => order_id ?? oid ?? "" },
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
    countColumn("ms", words.ms),
    {
      key: "next_attempt_at",
      title: words.next,
      cell: (delivery) => <NextAttempt delivery={delivery} halted={halted} zone={zone} />,
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
      button={{
        label: words.clear,
        onClick: () => onSearch({ postback: undefined, state: undefined, ...NO_DAYS }),
      }}
    />
  );
}
