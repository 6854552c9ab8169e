import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "@/api/call";
import type { NoticeKind } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { announcements } from "@/text/home/announcements";
import { overlay } from "@/ui/base/overlay";
import { LazyPopover } from "@/ui/overlay/LazyPopover";
import classes from "./Header.module.css";

const LatestNotices = overlay(() =>
  import("./lazy/LatestNotices").then(({ LatestNotices }) => LatestNotices),
);

const MOST = 99;
const SHOWN = 5;
const AGAIN = 5 * 60_000;

/** The latest announcements, all or those of a kind. */
export const latestNotices = (kind?: NoticeKind) =>
  query("/home/notices", { filter: { kind }, page: { perPage: SHOWN } });

/** How many announcements are unread, and the latest of them by kind. */
export function NoticeBell() {
  const { impersonated_by } = useUser();
  const [opened, setOpened] = useState(false);
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: ["/home/notices", "bell"],
    // A background request: a failure is silent, and it is repeated later.
    queryFn: () => call("/home/notices", { page: { perPage: 1 } }).catch(() => null),
    // Each call of an operator signed in as a publisher is logged: one is enough.
    refetchInterval: impersonated_by ? false : AGAIN,
  });
  const unread = (data?.unread ?? []).reduce((sum, each) => sum + each.unread, 0);
  return (
    <LazyPopover
      opened={opened}
      onOpenedChange={(next) => {
        if (next) void queryClient.prefetchQuery(latestNotices());
        setOpened(next);
      }}
      position="bottom-end"
      width={360}
      p={0}
      button={(props) => (
        <ActionIcon
          {...props}
          variant="subtle"
          color="gray"
          className={classes.tool}
          aria-label={announcements.bell(unread)}
        >
          <IconBell size={18} stroke={1.5} />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > MOST ? announcements.most : unread}
            </span>
          )}
        </ActionIcon>
      )}
    >
      <LatestNotices onFollow={() => setOpened(false)} />
    </LazyPopover>
  );
}
