import { ActionIcon, Button, Progress, Text } from "@mantine/core";
import { IconAlertCircle, IconDownload, IconTrash } from "@tabler/icons-react";

import { DOWNLOAD_STATUS_FAILED, DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { Download } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { download } from "@/text/publisher/download";
import { formatBytes, formatDateTime, formatNumber } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";

import classes from "./Download.module.css";

/** One file: its name, what has become of it, and what can be done with it. */
export function DownloadRow({ row, onDelete }: { row: Download; onDelete: () => void }) {
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

/** How large it is and how long it is kept, how far it is, or why it failed. */
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
    return (
      <Text size="xs" c="dimmed">
        {row.kind === "report" && row.rows === 0 ? download.noRows(about) : about}
      </Text>
    );
  }
  return (
    <>
      <Text size="xs" c="dimmed">
        {row.rows > 0 ? download.rowsSoFar(formatNumber(row.rows)) : download.queued}
      </Text>
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
  // Staff who are signed in as the publisher get no address.
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
