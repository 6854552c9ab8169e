import { Button, Group, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "@/api/call";
import { failed } from "@/api/failed";
import type { Download } from "@/api/gen/types.gen";
import { OnceKey } from "@/api/once";
import { query, useCall } from "@/api/query";
import { stale } from "@/api/stale";
import { useUser } from "@/api/user";
import { login } from "@/text/account/login";
import { bytes, moment, num } from "@/ui/base/format";
import { Callout } from "@/ui/feedback/Callout";
import { FailedState } from "@/ui/feedback/FailedState";
import { Offer } from "@/ui/layout/Offer";
import { Panel } from "@/ui/layout/Panel";

const LOOK_AGAIN = 2_000;
const READY = 2;
const FAILED = 3;
const LIST = { page: { perPage: 100 } };

const own = (list: Download[] = []) => list.find(({ kind }) => kind === "account");
const underWay = (found?: Download) => !!found && found.status < READY;

/** A copy of all data of one's own: asked for, made with its progress shown, fetched. */
export function ExportPanel() {
  const { time_zone: zone } = useUser();
  const answer = useQuery({
    ...query("/common/download_list", LIST),
    refetchInterval: ({ state }) => (underWay(own(state.data?.list)) ? LOOK_AGAIN : false),
  });
  const [once] = useState(() => new OnceKey());
  const make = useCall("/user/export", {
    refresh: ["/common/download_list", "/user/audit"],
    onSuccess: () => once.answered(),
  });
  const ask = () =>
    make.mutate(
      { key: once.of("export") },
      {
        onError: (failure) => {
          once.answered(failure);
          // Another window may have asked for it.
          void stale(["/common/download_list"]);
        },
      },
    );
  const found = own(answer.data?.list);
  const again = found ? login.exportAgain : login.exportIt;
  const button = (
    <Button variant="default" ml="auto" loading={make.isPending} onClick={ask}>
      {found?.status === FAILED ? login.exportRetry : again}
    </Button>
  );
  if (answer.data && !found) {
    return (
      <Panel title={login.data}>
        <Offer help={login.dataHelp}>{button}</Offer>
      </Panel>
    );
  }
  return (
    <Panel title={login.data}>
      <Text size="sm" c="dimmed" maw={640}>
        {login.dataHelp}
      </Text>
      {answer.error && !answer.data ? (
        <FailedState
          error={answer.error}
          busy={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      ) : !found ? (
        <Skeleton h={36} />
      ) : underWay(found) ? (
        <Making made={found} />
      ) : (
        <Stack gap="sm">
          {found.status === FAILED && (
            <Callout state="rejected" title={login.exportFailed}>
              <Text size="sm">{found.error}</Text>
            </Callout>
          )}
          <Group justify="space-between" gap="md">
            {found.status === READY && (
              <Text size="sm">
                {[
                  login.exportReady(moment(found.created_at, zone), bytes(found.size ?? 0)),
                  login.exportUntil(moment(found.expires_at, zone)),
                ].join(" ")}
              </Text>
            )}
            <Group gap="sm" ml="auto">
              {found.status === READY && <Fetch id={found.id} />}
              {button}
            </Group>
          </Group>
        </Stack>
      )}
    </Panel>
  );
}

/** How far it is. */
function Making({ made: { progress, rows } }: { made: Download }) {
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={600}>
        {login.exporting}
      </Text>
      <Progress value={progress} aria-label={login.exporting} />
      <Text size="xs" c="dimmed">
        {rows > 0 ? login.exportingHelp(num(rows)) : login.exportWaits}
      </Text>
    </Stack>
  );
}

/** Fetches the file by an address that is asked for just now: one of before may have run out. */
function Fetch({ id }: { id: number }) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      const { list } = await call("/common/download_list", LIST);
      const url = list.find((one) => one.id === id)?.download_url;
      if (url) window.location.assign(url);
      else await stale(["/common/download_list"]);
    } catch (thrown) {
      failed(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void go()}>
      {login.download}
    </Button>
  );
}
