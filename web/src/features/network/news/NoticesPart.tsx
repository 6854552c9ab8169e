import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { NetworkNotice } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { FormTable } from "@/features/network/FormTable";
import { PublisherName } from "@/features/network/pickers/PublisherName";
import { pageOf } from "@/features/network/searchParams";
import { announcements } from "@/text/home/announcements";
import { news } from "@/text/network/news";
import { overlay } from "@/ui/base/overlay";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { dateColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";
import { PhaseBadge } from "./PhaseBadge";
import type { PartProps } from "./searchParams";

const NoticeForm = overlay(
  () => import("./NoticeForm").then(({ NoticeForm }) => NoticeForm),
  <SkeletonRows rows={6} height={48} />,
);

/** All notices, and the form of one. */
export function NoticesPart({ search, onSearch, filters }: PartProps) {
  const { time_zone: zone } = useUser();
  const page = pageOf(search);
  const answer = useSteadyQuery("/network/notices", { page });
  return (
    <FormTable
      search={search}
      onSearch={onSearch}
      filters={filters}
      name="network_notices"
      label={news.notices}
      answer={answer}
      columns={columnsOf(zone)}
      id={keyOf}
      page={page}
      empty={<EmptyState title={news.noNotices} help={news.noNoticesHelp} />}
      add={news.addNotice}
      change={news.changeNotice}
      form={(close, reload) =>
        search.edit ? (
          <SavedNotice key={search.edit} noticeKey={search.edit} onSaved={close} />
        ) : (
          <NoticeForm onSaved={close} onReload={reload} />
        )
      }
    />
  );
}

/** Whose notice it is, and its number: an id alone does not say where it is kept. */
const keyOf = ({ uid, id }: NetworkNotice) => `${uid ?? 0}.${id}`;

function SavedNotice({ noticeKey, onSaved }: { noticeKey: string; onSaved: () => void }) {
  const [uid, id] = noticeKey.split(".").map(Number);
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/network/notice_info", { attributes: { id: id || 1, uid: uid || undefined } }),
    // A form must not be refilled while typing.
    staleTime: 0,
    refetchOnReconnect: false,
  });
  if (error) return <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data || isFetching) return <SkeletonRows rows={6} height={48} />;
  return <NoticeForm saved={data} onSaved={onSaved} onReload={() => void refetch()} />;
}

function columnsOf(zone: string): Array<Column<NetworkNotice>> {
  return [
    {
      key: "title",
      title: news.heading,
      cell: ({ title }) => (
        <Text
          span
          inherit
          fw={500}
          truncate
          maw={360}
          display="block"
          title={title}
          className="portal-wraps"
        >
          {title}
        </Text>
      ),
    },
    {
      key: "state",
      title: news.state,
      phone: "status",
      cell: ({ published_at, ends_at }) => <PhaseBadge start={published_at} end={ends_at} />,
    },
    { key: "kind", title: news.kind, phone: "more", cell: ({ kind }) => announcements.kinds[kind] },
    {
      key: "uid",
      title: news.audience,
      cell: ({ uid, publisher }) =>
        uid ? <PublisherName uid={uid} name={publisher} /> : news.everybody,
    },
    dateColumn("published_at", news.publishedAt, zone, { phone: "more" }),
  ];
}
