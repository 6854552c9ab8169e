import { ActionIcon, Button, Group, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconDownload, IconTrash } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { DOWNLOAD_STATUS_FAILED, DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { Download } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { download } from "@/text/exports/download";
import { formatBytes, formatDateTime, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { QueryError } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { PageControls } from "@/ui/table/PageControls";
import type { Paging } from "@/ui/table/paging";
import classes from "./Download.module.css";
import { downloadsQuery } from "./DownloadsButton";

const POLL_INTERVAL = 2_000;
/** The address of a file works for ten minutes. */
const FRESH_INTERVAL = 5 * 60_000;

interface DownloadListProps {
  paging: Paging;
  onPage: (paging: Paging) => void;
}

/** The requested files, in the dialog and on the page; files in progress are followed. */
export function DownloadList({ paging, onPage }: DownloadListProps) {
  const answer = useQuery({
    ...downloadsQuery(paging),
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
    return <QueryError of={answer} />;
  }
  if (!data) return <Skeleton h={paging.perPage * 56} radius="md" />;
  return (
    <Stack>
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

/** A requested file: its name, state and actions. */
function DownloadRow({ row, onDelete }: { row: Download; onDelete: () => void }) {
  const confirm = () =>
    openConfirm({ question: download.deleteOne, destroys: true, onConfirm: onDelete });
  return (
    <li className={classes.row} data-failed={row.status === DOWNLOAD_STATUS_FAILED || undefined}>
      <div className={classes.file}>
        <Text size="sm" fw={500} className={classes.name}>
          {row.filename}
        </Text>
        <About row={row} />
      </div>
      <div className={classes.state}>
        <State row={row} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={download.delete(row.filename)}
          onClick={confirm}
        >
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </div>
    </li>
  );
}

/** The size and expiry of a file, its progress, or why it failed. */
function About({ row }: { row: Download }) {
  const { time_zone: zone } = useUser();
  if (row.status === DOWNLOAD_STATUS_FAILED) {
    return (
      <Text size="xs" c="var(--portal-rejected)">
        {row.error}
      </Text>
    );
  }
  if (row.status === DOWNLOAD_STATUS_READY) {
    const about = download.about(formatBytes(row.size ?? 0), formatDateTime(row.expires_at, zone));
    return <Hint>{row.kind === "report" && row.rows === 0 ? download.noRows(about) : about}</Hint>;
  }
  return (
    <>
      <Hint>{row.rows > 0 ? download.rowsSoFar(formatNumber(row.rows)) : download.queued}</Hint>
      <Progress
        value={row.progress}
        size="xs"
        mt={4}
        aria-label={`${download.processing} ${row.filename}`}
      />
    </>
  );
}

function State({ row }: { row: Download }) {
  const retry = useCall("/common/download_retry", { refresh: ["/common/download_list"] });
  if (row.status === DOWNLOAD_STATUS_FAILED) {
    return (
      <>
        <IconAlertCircle size={16} stroke={1.5} color="var(--portal-rejected)" aria-hidden="true" />
        <Text size="sm" c="var(--portal-rejected)">
          {download.failed}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          aria-label={download.retry(row.filename)}
          onClick={() => retry.mutate({ attributes: { id: row.id } })}
        >
          {common.retry}
        </Button>
      </>
    );
  }
  if (row.status !== DOWNLOAD_STATUS_READY) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {download.processing}
      </Text>
    );
  }
  // Operators signed in as the publisher get no address.
  if (!row.download_url) return null;
  return (
    <ActionIcon
      component="a"
      href={row.download_url}
      target="_blank"
      rel="noopener"
      variant="subtle"
      size={32}
      aria-label={download.download(row.filename)}
    >
      <IconDownload size={16} stroke={1.5} />
    </ActionIcon>
  );
}
