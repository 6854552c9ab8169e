import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { call } from "@/api/call";
import { useUser } from "@/api/user/useUser";
import { news } from "@/text/publisher/news";
import { LazyPopover } from "@/ui/overlay/LazyPopover";

import classes from "./Header.module.css";

const LatestNotices = lazy(() =>
  import("./lazy/LatestNotices").then(({ LatestNotices }) => ({ default: LatestNotices })),
);

const MOST = 99;
const AGAIN = 5 * 60_000;

/** How many announcements are unread, and the latest of them by kind. */
export function NoticeBell() {
  const { impersonated_by } = useUser();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    queryKey: ["/home/notices", "bell"],
    // Nobody asked for it: what fails here is silent, and is asked again later.
    queryFn: () => call("/home/notices", { page: { perPage: 1 } }).catch(() => null),
    // Each of the calls that staff make in somebody's name is logged: one is enough.
    refetchInterval: impersonated_by ? false : AGAIN,
  });
  const unread = (data?.unread ?? []).reduce((sum, each) => sum + each.unread, 0);
  return (
    <LazyPopover
      opened={opened}
      onOpenedChange={setOpened}
      position="bottom-end"
      width={360}
      p={0}
      button={(props) => (
        <ActionIcon
          {...props}
          variant="subtle"
          color="gray"
          className={classes.tool}
          aria-label={news.bell(unread)}
        >
          <IconBell size={18} stroke={1.5} />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > MOST ? news.most : unread}
            </span>
          )}
        </ActionIcon>
      )}
    >
      <Suspense>
        <LatestNotices onFollow={() => setOpened(false)} />
      </Suspense>
    </LazyPopover>
  );
}
