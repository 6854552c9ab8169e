import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { query, useCall } from "@/api/query";
import { news } from "@/text/publisher/news";
import { formatDateTime } from "@/ui/base/format";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { RichText } from "@/ui/prose/RichText";

interface NoticeDrawerProps {
  id: number | undefined;
  zone: string;
  onClose: () => void;
}

/** One announcement in whole; to open it is to read it. */
export function NoticeDrawer({ id, zone, onClose }: NoticeDrawerProps) {
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
    <LazyDrawer shown={id} title={data?.title ?? news.title} onClose={onClose}>
      {missing ? (
        <EmptyState title={news.missing} help={news.missingHelp} />
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack gap="md" pb="lg">
          <Text size="xs" c="dimmed">
            {news.kinds[data.kind]} · {formatDateTime(data.published_at, zone)}
          </Text>
          <RichText text={data.body} level={3} />
        </Stack>
      ) : (
        <SkeletonRows rows={4} height={48} />
      )}
    </LazyDrawer>
  );
}
