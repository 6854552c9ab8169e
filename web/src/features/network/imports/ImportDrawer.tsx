import { Button, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { OrderImportInfo } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { imports } from "@/text/network/imports";
import { formatDateTime, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { LayoutFacts } from "@/ui/imports/ReadingPanel";
import { RefusedTable, SalesRows } from "@/ui/imports/SummaryPanel";
import { CountRow, DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { ImportState } from "./ImportState";

const POLL = 2_000;
const SHOWN = 100;

interface ImportDrawerProps {
  shown: number | undefined;
  onClose: () => void;
}

/** The details of an import: its progress, its outcome, and all refused lines. */
export function ImportDrawer({ shown, onClose }: ImportDrawerProps) {
  const answer = useQuery({
    ...query("/network/order_import_info", { attributes: { id: shown ?? 0 } }),
    enabled: shown !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.status < DOWNLOAD_STATUS_READY ? POLL : false,
  });
  return (
    <LazyDrawer shown={shown} title={answer.data?.name ?? imports.table} onClose={onClose}>
      <Answer
        of={answer}
        missing={<EmptyState title={imports.unknown} help={imports.unknownHelp} />}
      >
        {(data) => (
          <Stack gap="lg" pb="lg">
            <ImportFacts row={data} />
            {data.warned > 0 && <DoubtfulLines row={data} />}
            {data.refused > 0 && <RefusedLines row={data} />}
          </Stack>
        )}
      </Answer>
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
          <CountRow key={count} name={imports.counts[count]} value={row[count]} />
        ))}
      <SalesRows sales={row.sales} rejected={row.rejected} />
      {row.repeats > 0 && (
        <>
          <CountRow name={imports.repeats} value={row.repeats} />
          <Text size="sm">{imports.repeatsHelp}</Text>
        </>
      )}
      {row.mapping?.header_line != null && (
        <LayoutFacts
          encoding={row.mapping.encoding ?? ""}
          delimiter={row.mapping.delimiter ?? ""}
          headerLine={row.mapping.header_line}
          titles={[]}
        />
      )}
      <DetailRow name={imports.kind}>{imports.kinds[row.kind]}</DetailRow>
      <DetailRow name={imports.by}>{row.by}</DetailRow>
      <DetailRow name={imports.began}>{formatDateTime(row.created_at, "UTC")}</DetailRow>
    </Stack>
  );
}

function DoubtfulLines({ row }: { row: OrderImportInfo }) {
  const title = imports.doubtfulTitle(formatNumber(row.warned));
  return (
    <Stack gap="sm">
      <Title order={3}>{title}</Title>
      <Hint size="sm">{imports.doubtfulHelp}</Hint>
      <SmallTable label={title}>
        <thead>
          <tr>
            <Head numeric style={{ whiteSpace: "nowrap" }}>
              {imports.line}
            </Head>
            <Head>{imports.order}</Head>
            <Head>{imports.warning}</Head>
          </tr>
        </thead>
        <tbody>
          {row.warnings.map(({ line, order_id, warning }) => (
            <tr key={line}>
              <Cell numeric>{line}</Cell>
              <Cell>{order_id}</Cell>
              <Cell>{warning}</Cell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {row.warned > row.warnings.length && (
        <Hint>{imports.firstDoubtful(formatNumber(row.warnings.length))}</Hint>
      )}
    </Stack>
  );
}

function RefusedLines({ row }: { row: OrderImportInfo }) {
  const answer = useQuery(
    query("/network/import_refused", { attributes: { id: row.id }, page: { perPage: SHOWN } }),
  );
  return (
    <Stack gap="sm">
      <Title order={3}>{imports.refusedTitle(formatNumber(row.refused))}</Title>
      <Hint size="sm">{imports.refusedHelp}</Hint>
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
      <Answer of={answer} waiting={<SkeletonRows rows={4} height={32} />}>
        {({ list }) => <RefusedTable lines={list} count={row.refused} />}
      </Answer>
      {row.refused > SHOWN && <Hint>{imports.first(formatNumber(SHOWN))}</Hint>}
    </Stack>
  );
}
