import { Button, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { Refusal } from "@/api/call";
import { NOT_FOUND } from "@/api/gen/codes.gen";
import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { OrderImportInfo } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { imports } from "@/text/network/imports";
import { formatDateTime, formatNumber } from "@/ui/base/format";
import { Money, Num } from "@/ui/base/Numbers";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { ImportState } from "./ImportState";

const POLL = 2_000;
const SHOWN = 100;

interface ImportDrawerProps {
  shown: number | undefined;
  onClose: () => void;
}

/** One import: how far it is, what came of it, and every line that was refused. */
export function ImportDrawer({ shown, onClose }: ImportDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/network/order_import_info", { attributes: { id: shown ?? 0 } }),
    enabled: shown !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.status < DOWNLOAD_STATUS_READY ? POLL : false,
  });
  const missing = error instanceof Refusal && error.code === NOT_FOUND;
  return (
    <LazyDrawer shown={shown} title={data?.name ?? imports.table} onClose={onClose}>
      {data ? (
        <Stack gap="lg" pb="lg">
          <ImportFacts row={data} />
          {data.refused > 0 && <RefusedLines row={data} />}
        </Stack>
      ) : missing ? (
        <EmptyState title={imports.unknown} help={imports.unknownHelp} />
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} height={40} />
      )}
    </LazyDrawer>
  );
}

function ImportFacts({ row }: { row: OrderImportInfo }) {
  const counts = ["created", "updated", "unchanged", "refused"] as const;
  return (
    <Stack gap="sm">
      <DetailRow name={imports.state}>
        <ImportState status={row.status} />
      </DetailRow>
      {row.error && <Callout state="rejected" title={row.error} />}
      <DetailRow name={imports.lines}>
        {imports.progress(formatNumber(row.lines), formatNumber(row.total))}
      </DetailRow>
      {row.status < DOWNLOAD_STATUS_READY && (
        <Progress
          value={row.total ? (100 * row.lines) / row.total : 0}
          aria-label={imports.states[row.status]}
        />
      )}
      {counts
        .filter((count) => row.kind === "orders" || count !== "created")
        .map((count) => (
          <DetailRow key={count} name={imports.counts[count]}>
            <Num value={row[count]} />
          </DetailRow>
        ))}
      {Object.entries(row.sales).map(([currency, amount]) => (
        <DetailRow key={currency} name={imports.sales(currency)}>
          <Money amount={amount} currency={currency} />
        </DetailRow>
      ))}
      <DetailRow name={imports.kind}>{imports.kinds[row.kind]}</DetailRow>
      <DetailRow name={imports.by}>{row.by}</DetailRow>
      <DetailRow name={imports.began}>{formatDateTime(row.created_at, "UTC")}</DetailRow>
    </Stack>
  );
}

function RefusedLines({ row }: { row: OrderImportInfo }) {
  const { data, error, isFetching, refetch } = useQuery(
    query("/network/import_refused", { attributes: { id: row.id }, page: { perPage: SHOWN } }),
  );
  return (
    <Stack gap="sm">
      <Title order={3}>{imports.refusedTitle(formatNumber(row.refused))}</Title>
      <Text size="sm" c="dimmed">
        {imports.refusedHelp}
      </Text>
      {row.refused_url && (
        <div>
          <Button
            component="a"
            href={row.refused_url}
            target="_blank"
            rel="noopener"
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} />}
          >
            {imports.download}
          </Button>
        </div>
      )}
      {data ? (
        <SmallTable label={imports.refusedTitle(formatNumber(row.refused))}>
          <thead>
            <tr>
              <Head numeric style={{ whiteSpace: "nowrap" }}>
                {imports.line}
              </Head>
              <Head>{imports.order}</Head>
              <Head>{imports.reason}</Head>
            </tr>
          </thead>
          <tbody>
            {data.list.map(({ line, order_id, reason }) => (
              <tr key={line}>
                <Cell numeric>{line}</Cell>
                <Cell>{order_id}</Cell>
                <Cell>{reason}</Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} height={32} />
      )}
      {row.refused > SHOWN && (
        <Text size="xs" c="dimmed">
          {imports.first(formatNumber(SHOWN))}
        </Text>
      )}
    </Stack>
  );
}
