import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import { query, useCall } from "@/api/query";
import { download } from "@/text/publisher/download";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { PageControls } from "@/ui/table/PageControls";
import type { Paging } from "@/ui/table/paging";

import classes from "./Download.module.css";
import { DownloadRow } from "./DownloadRow";

const POLL_INTERVAL = 2_000;
/** The address of a file works for ten minutes. */
const FRESH_INTERVAL = 5 * 60_000;

interface DownloadListProps {
  paging: Paging;
  onPage: (paging: Paging) => void;
}

/** The files somebody asked for, in the dialog and on the page; it follows those that are being made. */
export function DownloadList({ paging, onPage }: DownloadListProps) {
  const answer = useQuery({
    ...query("/common/download_list", { page: paging }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ status }) => status < DOWNLOAD_STATUS_READY)
        ? POLL_INTERVAL
        : FRESH_INTERVAL,
  });
  const remove = useCall("/common/download_del", {
    refresh: ["/common/download_list"],
    onSuccess: () => toast.success(download.deleted),
  });
  const { data } = answer;
  const pages = data ? Math.max(1, Math.ceil(data.total / paging.perPage)) : paging.curPage;
  useEffect(() => {
    // The last file of the last page is gone.
    if (paging.curPage > pages) onPage({ ...paging, curPage: pages });
  }, [paging, pages, onPage]);
  if (answer.error && !data) {
    return (
      <ErrorState
        error={answer.error}
        busy={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    );
  }
  if (!data) return <Skeleton h={paging.perPage * 56} radius="md" />;
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <ConfirmButton
          size="xs"
          question={download.deleteAll}
          disabled={data.total === 0}
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ attributes: { id: 0, clearAll: 1 } })}
        >
          {download.clearAll}
        </ConfirmButton>
      </Group>
      {data.list.length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {download.empty}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={download.list}>
          {data.list.map((row) => (
            <DownloadRow
              key={row.id}
              row={row}
              onDelete={() => remove.mutate({ attributes: { id: row.id, clearAll: 0 } })}
            />
          ))}
        </ul>
      )}
      <PageControls {...paging} total={data.total} onChange={onPage} label={download.pages} />
    </Stack>
  );
}
