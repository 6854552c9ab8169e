import { Button, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { announcements } from "@/text/home/announcements";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { UnreadDot } from "@/ui/feedback/UnreadDot";
import { chipsOf, choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { PageHeader } from "@/ui/layout/PageHeader";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { RichText } from "@/ui/prose/RichText";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";
import classes from "./News.module.css";
import { KINDS, type NewsSearch, noticesInput } from "./searchParams";

interface AnnouncementsProps {
  search: NewsSearch;
  onSearch: (search: NewsSearch) => void;
}

/** The network's announcements, newest first; unread ones are marked. */
export function Announcements({ search, onSearch }: AnnouncementsProps) {
  const { time_zone: zone } = useUser();
  const { data, error, isFetching, isPlaceholderData, refetch } = useSteadyQuery(
    "/home/notices",
    noticesInput(search),
  );
  const markAll = useCall("/home/notice_read", { refresh: ["/home/notices"] });
  const { kind, unread, notice, ...page } = search;
  const chip = chipsOf(search, (change) => onSearch({ kind, unread, ...change }));
  return (
    <>
      <PageHeader
        title={announcements.title}
        help={announcements.help}
        action={
          <Button
            variant="default"
            loading={markAll.isPending}
            disabled={data?.unread.length === 0}
            onClick={() => markAll.mutate({ attributes: {} })}
          >
            {announcements.markAll}
          </Button>
        }
      />
      <FilterBar
        chips={[
          chip.choice("kind", announcements.kind, announcements.kinds, KINDS),
          choiceChip({
            key: "unread",
            name: announcements.show,
            words: { all: announcements.everything, unread: announcements.unreadOnly },
            of: ["all", "unread"],
            value: unread && "unread",
            usual: "all",
            onChange: (picked) => onSearch({ kind, unread: picked === "unread" || undefined }),
          }),
        ]}
      />
      <Paper>
        {!data && error ? (
          <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={6} height={64} />
        ) : data.list.length === 0 ? (
          <Nothing filtered={!!(kind || unread)} onClear={() => onSearch({})} />
        ) : (
          <ul
            className={classes.list}
            aria-label={announcements.list}
            aria-busy={isPlaceholderData}
            data-dimmed={isPlaceholderData || undefined}
          >
            {data.list.map((row) => (
              <li key={row.id}>
                <AnchorLink
                  to="/announcements"
                  search={{ ...search, notice: row.id }}
                  underline="never"
                  c="inherit"
                  className={classes.row}
                >
                  <UnreadDot unread={!row.read} />
                  <span className={classes.words}>
                    <Text span inherit fw={row.read ? 400 : 600}>
                      {row.title}
                    </Text>
                    <Hint span>
                      {announcements.kinds[row.kind]} · {formatDateTime(row.published_at, zone)}
                    </Hint>
                  </span>
                </AnchorLink>
              </li>
            ))}
          </ul>
        )}
      </Paper>
      {data && (
        <PageControls
          {...parsePaging({ ...page })}
          total={data.total}
          onChange={(picked) => onSearch({ kind, unread, ...picked })}
        />
      )}
      <NoticeDrawer
        id={notice}
        zone={zone}
        onClose={() => onSearch({ ...search, notice: undefined })}
      />
    </>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <EmptyState title={announcements.empty} help={announcements.emptyHelp} />;
  return (
    <EmptyState
      title={announcements.noMatch}
      help={announcements.noMatchHelp}
      button={{ label: announcements.clear, onClick: onClear }}
    />
  );
}

interface NoticeDrawerProps {
  id: number | undefined;
  zone: string;
  onClose: () => void;
}

/** The full text of an announcement; opening it marks it as read. */
function NoticeDrawer({ id, zone, onClose }: NoticeDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/home/notice", { attributes: { id: id ?? 0 } }),
    enabled: id !== undefined,
  });
  const { mutate: mark } = useCall("/home/notice_read", {
    refresh: ["/home/notices", "/home/notice"],
  });
  const unread = data && data.id === id && !data.read ? data.id : undefined;
  useEffect(() => {
    if (unread !== undefined) mark({ attributes: { ids: [unread] } });
  }, [unread, mark]);
  const missing = error instanceof Refusal && error.code === codes.NOTICE_UNKNOWN;
  return (
    <LazyDrawer shown={id} title={announcements.title} onClose={onClose}>
      {missing ? (
        <EmptyState title={announcements.missing} help={announcements.missingHelp} />
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack pb="lg">
          <Title order={3} className={classes.title}>
            {data.title}
          </Title>
          <Hint>
            {announcements.kinds[data.kind]} · {formatDateTime(data.published_at, zone)}
          </Hint>
          <RichText text={data.body} level={3} />
        </Stack>
      ) : (
        <SkeletonRows rows={4} height={48} />
      )}
    </LazyDrawer>
  );
}
