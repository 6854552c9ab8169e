import { Button, Group, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/call";
import { DOWNLOAD_STATUS_FAILED, DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { Download } from "@/api/gen/types.gen";
import { IdempotencyKey } from "@/api/idempotencyKey";
import { invalidate } from "@/api/invalidate";
import { onError } from "@/api/onError";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { security } from "@/text/accounts/security";
import { formatBytes, formatDateTime, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Callout } from "@/ui/feedback/Callout";
import { QueryError } from "@/ui/feedback/ErrorState";
import { ActionRow } from "@/ui/layout/ActionRow";
import { Panel } from "@/ui/layout/Panel";

const POLL_INTERVAL = 2_000;
const LIST = { page: { perPage: 100 } };

const accountExport = (list: Download[] = []) => list.find(({ kind }) => kind === "account");
const isRunning = (download?: Download) => !!download && download.status < DOWNLOAD_STATUS_READY;

/** A copy of all of the account's data: requested, made with its progress shown, downloaded. */
export function ExportPanel() {
  const user = useUser();
  const zone = user.time_zone;
  const help = hasPermission(user, "account.edit") ? security.dataHelp : security.ownDataHelp;
  const answer = useQuery({
    ...query("/common/download_list", LIST),
    refetchInterval: ({ state }) =>
      isRunning(accountExport(state.data?.list)) ? POLL_INTERVAL : false,
  });
  const [idempotencyKey] = useState(() => new IdempotencyKey());
  const make = useCall("/user/export", {
    refresh: ["/common/download_list", "/user/audit"],
    onSuccess: () => idempotencyKey.finish(),
  });
  const ask = () =>
    make.mutate(
      { key: idempotencyKey.for("export") },
      {
        onError: (failure) => {
          idempotencyKey.finish(failure);
          // Another window may have asked for it.
          void invalidate(["/common/download_list"]);
        },
      },
    );
  const download = accountExport(answer.data?.list);
  const again = download ? security.exportAgain : security.exportIt;
  const button = (
    <Button variant="default" ml="auto" loading={make.isPending} onClick={ask}>
      {download?.status === DOWNLOAD_STATUS_FAILED ? security.exportRetry : again}
    </Button>
  );
  if (answer.data && !download) {
    return (
      <Panel title={security.data}>
        <ActionRow help={help}>{button}</ActionRow>
      </Panel>
    );
  }
  return (
    <Panel title={security.data}>
      <Text size="sm" c="dimmed" maw={640}>
        {help}
      </Text>
      {answer.error && !answer.data ? (
        <QueryError of={answer} />
      ) : !download ? (
        <Skeleton h={36} />
      ) : isRunning(download) ? (
        <ExportProgress made={download} />
      ) : (
        <Stack gap="sm">
          {download.status === DOWNLOAD_STATUS_FAILED && (
            <Callout state="rejected" title={security.exportFailed}>
              <Text size="sm">{download.error}</Text>
            </Callout>
          )}
          <Group justify="space-between">
            {download.status === DOWNLOAD_STATUS_READY && (
              <Text size="sm">
                {[
                  security.exportReady(
                    formatDateTime(download.created_at, zone),
                    formatBytes(download.size ?? 0),
                  ),
                  security.exportUntil(formatDateTime(download.expires_at, zone)),
                ].join(" ")}
              </Text>
            )}
            <Group gap="sm" ml="auto">
              {download.status === DOWNLOAD_STATUS_READY && <DownloadButton id={download.id} />}
              {button}
            </Group>
          </Group>
        </Stack>
      )}
    </Panel>
  );
}

/** The progress of the copy. */
function ExportProgress({ made: { progress, rows } }: { made: Download }) {
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={600}>
        {security.exporting}
      </Text>
      <Progress value={progress} aria-label={security.exporting} />
      <Hint>{rows > 0 ? security.exportingHelp(formatNumber(rows)) : security.exportWaits}</Hint>
    </Stack>
  );
}

/** Downloads the file by a fresh URL, because an earlier one may have expired. */
function DownloadButton({ id }: { id: number }) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      const { list } = await call("/common/download_list", LIST);
      const url = list.find((one) => one.id === id)?.download_url;
      if (url) window.location.assign(url);
      else await invalidate(["/common/download_list"]);
    } catch (thrown) {
      onError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void go()}>
      {security.download}
    </Button>
  );
}
