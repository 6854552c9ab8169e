import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Postback, PostbackTypes } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { table } from "@/text/core/table";
import { postback as words } from "@/text/publisher/postback";
import { DateText, Num, Percent } from "@/ui/base/Numbers";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type Column, DataTable } from "@/ui/table/DataTable";

import { PostbackState } from "./PostbackBadges";
import { PostbackMenu } from "./PostbackMenu";
import { usePostbackTypes } from "./usePostbackTypes";

/** How often the figures are counted anew; what the log below hears of comes at once. */
const INTERVAL = 15_000;

/** The publisher's postbacks, with how many of their deliveries succeed. */
export function PostbackTable() {
  const navigate = useNavigate();
  const { time_zone } = useUser();
  const answer = useQuery({ ...query("/postback/list"), refetchInterval: INTERVAL });
  const { types, titleOf } = usePostbackTypes();
  return (
    <DataTable
      name="postbacks"
      label={words.table}
      answer={answer}
      expected={3}
      columns={columns(time_zone, titleOf, types)}
      id={({ id }) => id}
      onOpen={({ id }) =>
        void navigate({ to: "/tools/global-postback/edit/{-$id}", params: { id: String(id) } })
      }
      empty={<EmptyState title={words.emptyTitle} help={words.emptyHelp} />}
    />
  );
}

const WRAPPED = { whiteSpace: "normal" } as const;

function columns(
  zone: string,
  titleOf: (event: number) => string,
  types: PostbackTypes | undefined,
): Array<Column<Postback>> {
  return [
    { key: "event_type", title: words.event, cell: ({ event_type }) => titleOf(event_type) },
    { key: "id", title: words.numberColumn, numeric: true, cell: ({ id }) => id },
    {
      key: "state",
      phone: "status",
      title: words.state,
      cell: ({ state, state_reason }) => (
        <>
          <PostbackState state={state} />
          {state_reason && (
            <Text span size="xs" c="dimmed" display="block" maw={180} style={WRAPPED}>
              {words.reasons[state_reason]}
            </Text>
          )}
        </>
      ),
    },
    {
      key: "success_rate",
      phone: "figure",
      title: words.success,
      numeric: true,
      cell: ({ success_rate }) => (
        <Percent value={success_rate === null ? null : success_rate / 100} digits={1} />
      ),
    },
    {
      key: "waiting",
      title: words.waiting,
      numeric: true,
      cell: ({ waiting }) => <Num value={waiting} />,
    },
    {
      key: "link_url",
      phone: "more",
      title: words.address,
      cell: ({ link_url }) => (
        <Text inherit truncate maw={240} title={link_url}>
          {link_url.replace(/^https?:\/\//, "")}
        </Text>
      ),
    },
    {
      key: "delivery_type",
      title: words.method,
      cell: ({ delivery_type }) =>
        types?.delivery_types.find(({ id }) => id === delivery_type)?.name ?? "",
    },
    {
      key: "last_at",
      title: words.last,
      cell: ({ last_at }) => <DateText value={last_at} zone={zone} />,
    },
    {
      key: "actions",
      phone: "menu",
      title: table.actions,
      always: true,
      width: 48,
      cell: (row) => (
        <PostbackMenu postback={row} name={words.numbered(row.id, titleOf(row.event_type))} />
      ),
    },
  ];
}
