import { Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NoticeKind } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { latestNotices } from "@/features/core/shell/NoticeBell";
import { announcements } from "@/text/home/announcements";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { UnreadDot } from "@/ui/feedback/UnreadDot";

import classes from "./LatestNotices.module.css";

/** The latest announcements, all or those of a kind, and how many of each kind are unread. */
export function LatestNotices({ onFollow }: { onFollow: () => void }) {
  const { time_zone: zone } = useUser();
  const [kind, setKind] = useState<NoticeKind>();
  const { data, error, isFetching, refetch } = useQuery({
    ...latestNotices(kind),
    placeholderData: (before) => before,
  });
  const kinds = data?.unread ?? [];
  return (
    <Stack gap={0}>
      <Group justify="space-between" p="sm" className={classes.head}>
        <Title order={2} size="h3">
          {announcements.title}
        </Title>
        <ButtonLink size="compact-sm" variant="subtle" to="/announcements" onClick={onFollow}>
          {announcements.all}
        </ButtonLink>
      </Group>
      {kinds.length > 0 && (
        <Group gap={4} p="xs" role="group" aria-label={announcements.kind} className={classes.head}>
          {kinds.map(({ kind: each, unread }) => (
            <UnstyledButton
              key={each}
              className={classes.kind}
              aria-pressed={kind === each}
              aria-label={announcements.unreadOf(announcements.kinds[each], unread)}
              onClick={() => setKind(kind === each ? undefined : each)}
            >
              {announcements.kinds[each]}
              <span className={classes.number}>{unread}</span>
            </UnstyledButton>
          ))}
        </Group>
      )}
      {error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} height={56} />
      ) : data.list.length === 0 ? (
        <EmptyState title={announcements.empty} help={announcements.emptyHelp} />
      ) : (
        <ul className={classes.list} aria-label={announcements.latest}>
          {data.list.map(({ id, kind: each, title, published_at, read }) => (
            <li key={id}>
              <AnchorLink
                to="/announcements"
                search={{ notice: id }}
                underline="never"
                c="inherit"
                className={classes.row}
                onClick={onFollow}
              >
                <UnreadDot unread={!read} />
                <span className={classes.words}>
                  <Text span inherit fw={read ? 400 : 600}>
                    {title}
                  </Text>
                  <Hint span>
                    {announcements.kinds[each]} · {formatDateTime(published_at, zone)}
                  </Hint>
                </span>
              </AnchorLink>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
