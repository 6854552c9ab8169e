import { Button, Checkbox, Group, Paper, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { news } from "@/text/publisher/news";
import { formatDateTime } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { UnreadDot } from "@/ui/feedback/UnreadDot";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";

import classes from "./News.module.css";
import { NoticeDrawer } from "./NoticeDrawer";
import { KINDS, type NewsSearch, noticesInput } from "./search";

const ALL = "all";

interface AnnouncementsProps {
  search: NewsSearch;
  onSearch: (search: NewsSearch) => void;
}

/** What the network announces, newest first; what is unread is marked. */
export function Announcements({ search, onSearch }: AnnouncementsProps) {
  const { time_zone: zone } = useUser();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query("/home/notices", noticesInput(search)),
    placeholderData: keepPreviousData,
  });
  const markAll = useCall("/home/notice_read", { refresh: ["/home/notices"] });
  const { kind, unread, notice, ...page } = search;
  return (
    <>
      <PageHeader
        title={news.title}
        help={news.help}
        action={
          <Button
            variant="default"
            loading={markAll.isPending}
            disabled={data?.unread.length === 0}
            onClick={() => markAll.mutate({ attributes: {} })}
          >
            {news.markAll}
          </Button>
        }
      />
      <Group gap="md">
        <SegmentedControl
          size="xs"
          className={classes.kinds}
          aria-label={news.kind}
          value={kind ?? ALL}
          onChange={(picked) => onSearch({ unread, kind: KINDS.find((each) => each === picked) })}
          data={[
            { value: ALL, label: news.everything },
            ...KINDS.map((value) => ({ value, label: news.kinds[value] })),
          ]}
        />
        <Checkbox
          label={news.unreadOnly}
          checked={unread ?? false}
          onChange={({ currentTarget }) =>
            onSearch({ kind, unread: currentTarget.checked || undefined })
          }
        />
      </Group>
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
            aria-label={news.list}
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
                    <Text span size="xs" c="dimmed">
                      {news.kinds[row.kind]} · {formatDateTime(row.published_at, zone)}
                    </Text>
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
  if (!filtered) return <EmptyState title={news.empty} help={news.emptyHelp} />;
  return (
    <EmptyState
      title={news.noMatch}
      help={news.noMatchHelp}
      action={
        <Button size="xs" variant="default" onClick={onClear}>
          {news.clear}
        </Button>
      }
    />
  );
}
