import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { DeliveryMark, Postback, PostbackTypes } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { postback as words } from "@/text/postbacks/postback";
import { AddressText } from "@/ui/base/AddressText";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { loadable } from "@/ui/base/loadable";
import { Percent } from "@/ui/base/Numbers";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { countColumn, dateColumn, menuColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import classes from "./DeliveryStrip.module.css";
import { PostbackState } from "./PostbackBadges";
import { usePostbackTypes } from "./usePostbackTypes";

/** How often the figures are refetched; new deliveries in the log update them at once. */
const INTERVAL = 15_000;

interface PostbackTableProps {
  /** Shows a delivery. */
  onDelivery: (id: string) => void;
}

/** The publisher's postbacks, with how many of their deliveries succeed. */
export function PostbackTable({ onDelivery }: PostbackTableProps) {
  const { time_zone } = useUser();
  const answer = useQuery({ ...query("/postback/list"), refetchInterval: INTERVAL });
  const recent = useQuery({ ...query("/postback/recent"), refetchInterval: INTERVAL });
  const marksOf = (postback: number) =>
    recent.data
      ? (recent.data.list.find(({ postback_id }) => postback_id === postback)?.marks ?? [])
      : recent.error && null;
  const { types, titleOf } = usePostbackTypes();
  return (
    <DataTable
      name="postbacks"
      label={words.table}
      answer={answer}
      expected={3}
      hiddenByDefault={["delivery_type"]}
      columns={columns({ zone: time_zone, titleOf, types, marksOf, onDelivery })}
      id={({ id }) => id}
      link={({ id }) => ({
        to: "/tools/global-postback/edit/{-$id}",
        params: { id: String(id) },
      })}
      empty={<EmptyState title={words.emptyTitle} help={words.emptyHelp} />}
    />
  );
}

const WRAPPED = { whiteSpace: "normal" } as const;

/** Why it was paused, or why its last attempt has failed. */
function reasonOf({ state_reason, failing_since }: Postback, marks: DeliveryMark[]) {
  if (state_reason) return words.reasons[state_reason];
  const failed = marks.find(({ error }) => error !== null);
  if (failing_since === null || !failed?.error) return undefined;
  return words.failure(words.errors[failed.error], failed.status_code);
}

/** The share of events that were delivered; what waits while nothing can be delivered is among the others. */
function deliveredShare(postback: Postback) {
  const { success_rate, state, failing_since, delivered, failed, waiting } = postback;
  const isHeld = waiting > 0 && (state !== "active" || failing_since !== null);
  if (isHeld) return delivered / (delivered + failed + waiting);
  return success_rate === null ? null : success_rate / 100;
}

interface Shown extends PostbackTableProps {
  zone: string;
  titleOf: (event: number) => string;
  types: PostbackTypes | undefined;
  /** The last deliveries of a postback; absent while they load, null where they could not be loaded. */
  marksOf: (postback: number) => DeliveryMark[] | undefined | null;
}

function columns({ zone, titleOf, types, marksOf, onDelivery }: Shown): Array<Column<Postback>> {
  return [
    { key: "event_type", title: words.event, cell: ({ event_type }) => titleOf(event_type) },
    textColumn("id", words.numberColumn, { numeric: true }),
    {
      key: "state",
      phone: "status",
      title: words.state,
      cell: (row) => {
        const reason = reasonOf(row, marksOf(row.id) ?? []);
        return (
          <>
            <PostbackState state={row.state} failing={row.failing_since !== null} />
            {reason && (
              <Text
                span
                size="xs"
                c="dimmed"
                display="block"
                maw={{ base: 120, sm: 180 }}
                style={WRAPPED}
              >
                {reason}
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: "success_rate",
      phone: "figure",
      title: words.success,
      numeric: true,
      cell: (row) => <Percent value={deliveredShare(row)} digits={1} />,
    },
    {
      key: "recent",
      phone: "line",
      title: words.strip,
      cell: ({ id, event_type }) => (
        <DeliveryStrip
          name={words.numbered(id, titleOf(event_type))}
          marks={marksOf(id)}
          onOpen={onDelivery}
        />
      ),
    },
    countColumn("waiting", words.waiting),
    {
      key: "link_url",
      phone: "more",
      title: words.address,
      cell: ({ link_url }) => <AddressText url={link_url} width={180} />,
    },
    {
      key: "delivery_type",
      title: words.method,
      cell: ({ delivery_type }) =>
        types?.delivery_types.find(({ id }) => id === delivery_type)?.name ?? "",
    },
    dateColumn("last_at", words.last, zone),
    menuColumn(
      (row) => (
        <PostbackMenu postback={row} name={words.numbered(row.id, titleOf(row.event_type))} />
      ),
      48,
    ),
  ];
}

const Marks = loadable(() => import("@/ui/chart/lazy/Marks").then(({ Marks }) => Marks));
/** Failed deliveries are highlighted, waiting ones are low. */
const HEIGHTS = { failed: 100, delivered: 60, waiting: 30 } as const;

interface DeliveryStripProps {
  name: string;
  /** The latest first; absent while they load, null where they could not be loaded. */
  marks: DeliveryMark[] | undefined | null;
  /** Shows a delivery. */
  onOpen: (delivery: string) => void;
}

/** The last deliveries of a postback as a strip, the latest on the right. Each leads to itself in the log. */
function DeliveryStrip({ name, marks, onOpen }: DeliveryStripProps) {
  const { time_zone } = useUser();
  const counts = words.stripCounts(
    (["delivered", "failed", "waiting"] as const)
      .map((state) => [state, marks?.filter((mark) => mark.state === state).length ?? 0] as const)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${words.deliveryStates[state].toLowerCase()}`),
  );
  return (
    <Box className={classes.strip}>
      {marks === null || marks?.length === 0 ? (
        <Hint span>{marks ? words.stripNone : words.stripFailed}</Hint>
      ) : (
        marks && (
          <Marks
            label={words.stripOf(name, marks.length, counts)}
            marks={marks.toReversed().map(({ id, state, status_code, created_at }) => ({
              key: id,
              label: words.stripMark(
                words.deliveryStates[state],
                status_code,
                formatDateTime(created_at, time_zone),
              ),
              height: HEIGHTS[state],
              look: state,
              path: `/tools/global-postback/list?delivery=${id}`,
            }))}
            onOpen={({ key }) => onOpen(key)}
          />
        )
      )}
    </Box>
  );
}

/** Edits, pauses, resumes or deletes a postback. */
function PostbackMenu({ postback, name }: { postback: Postback; name: string }) {
  const navigate = useNavigate();
  const { id } = postback;
  const active = postback.state === "active";
  const state = useCall("/postback/set_state", {
    refresh: ["/postback/list", "/postback/deliveries"],
    onSuccess: (saved) => toast.success(saved.state === "active" ? words.resumed : words.paused),
  });
  const removal = useCall("/postback/del", {
    refresh: ["/postback/list", "/postback/recent", "/postback/deliveries"],
    onSuccess: () => toast.success(words.deleted),
  });
  return (
    <ActionMenu
      label={words.actionsOf(name)}
      busy={state.isPending || removal.isPending}
      groups={[
        [
          {
            label: words.edit,
            onClick: () =>
              void navigate({
                to: "/tools/global-postback/edit/{-$id}",
                params: { id: String(id) },
              }),
          },
          {
            label: words.showDeliveries,
            onClick: () =>
              void navigate({ to: "/tools/global-postback/list", search: { postback: id } }),
          },
          {
            label: active ? words.pause : words.resume,
            onClick: () =>
              state.mutate({ attributes: { id, state: active ? "paused" : "active" } }),
          },
        ],
        [
          {
            label: words.delete,
            onClick: () =>
              openConfirm({
                title: words.deleteTitle,
                question: words.deleteHelp,
                confirm: words.deleteConfirm,
                destroys: true,
                onConfirm: () => removal.mutate({ attributes: { id } }),
              }),
          },
        ],
      ]}
    />
  );
}
