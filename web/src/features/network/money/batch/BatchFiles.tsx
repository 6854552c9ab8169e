import { Button, Group, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NetworkPayment, PayoutFileInfo } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { money } from "@/text/network/money";
import { formatDateTime, formatMoney } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { overlay } from "@/ui/base/overlay";
import { openConfirm } from "@/ui/confirm/confirmStore";
import type { PayoutFiles } from "./usePayoutFile";

const BatchSentModal = overlay(() =>
  import("./BatchSentModal").then(({ BatchSentModal }) => BatchSentModal),
);

const FORMATS = ["csv", "pain"] as const;

interface BatchFilesProps {
  batch: number;
  /** The payments of the batch that are listed. */
  list: NetworkPayment[];
  files: PayoutFiles;
}

/** The bank files of a batch: existing ones, and those to make of payments that are in none. */
export function BatchFiles({ batch, list, files }: BatchFilesProps) {
  const formats = formatsOf(list.filter((row) => row.batch_id === batch));
  const made = useQuery(query("/network/payout_files", { filter: { batch_id: batch } }));
  const rows = made.data?.list ?? [];
  const [marking, setMarking] = useState(false);
  const sendable = list.some(
    ({ batch_id, status, file_id }) =>
      batch_id === batch && status === "processing" && file_id !== null,
  );
  if (formats.length === 0 && rows.length === 0) return null;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Title order={2}>{money.batchTitle(batch)}</Title>
        {formats.map((format) => (
          <Button
            key={format}
            variant="default"
            loading={files.busy}
            onClick={() => files.make(batch, format)}
          >
            {money[format]}
          </Button>
        ))}
        {sendable && (
          <Button variant="default" onClick={() => setMarking(true)}>
            {money.allSent}
          </Button>
        )}
      </Group>
      {formats.length > 1 && <Hint size="sm">{money.filesHelp}</Hint>}
      {rows.length > 0 && <MadeFiles list={rows} files={files} />}
      {marking && <BatchSentModal batch={batch} onClosed={() => setMarking(false)} />}
    </Stack>
  );
}

/** The files for the bank that would hold any of these payments: that of ISO 20022 has euros alone. */
export function formatsOf(list: NetworkPayment[]) {
  const rows = list.filter(isToBeFiled);
  return FORMATS.filter((format) =>
    rows.some((row) => format === "csv" || row.payout_currency === "EUR"),
  );
}

/** Whether a payment leaves by a file for the bank that is still to be made. */
function isToBeFiled({ batch_id, status, channel, file_id }: NetworkPayment): boolean {
  return batch_id !== null && status === "processing" && channel === "file" && file_id === null;
}

/** The existing files of a batch, who downloaded each, and a button to download one again. */
function MadeFiles({ list, files }: { list: PayoutFileInfo[]; files: PayoutFiles }) {
  const { time_zone: zone } = useUser();
  const askToRepeat = (file: PayoutFileInfo) =>
    openConfirm({
      title: money.repeatTitle(file.file_id),
      question: money.repeatAsk,
      confirm: money.repeat,
      onConfirm: () => files.repeat(file),
    });
  return (
    <List listStyleType="none" spacing="xs" aria-label={money.filesMade}>
      {list.map((file) => (
        <List.Item key={file.file_id}>
          <Group gap="sm">
            <Text size="sm">
              {money.fileLine(
                file.file_id,
                money[file.format],
                file.payments,
                Object.entries(file.total)
                  .map(([currency, amount]) => formatMoney(amount, currency))
                  .join(", "),
              )}
              {" · "}
              {money.takenBy(file.made_by, formatDateTime(file.made_at, zone))}
              {file.repeated_at !== null &&
                ` · ${money.takenAgainBy(file.repeated_by, formatDateTime(file.repeated_at, zone))}`}
            </Text>
            {file.available ? (
              <Button
                size="compact-sm"
                variant="subtle"
                disabled={files.busy}
                aria-label={money.repeatOf(file.file_id)}
                onClick={() => askToRepeat(file)}
              >
                {money.repeat}
              </Button>
            ) : (
              <Hint size="sm">{money.fileGone}</Hint>
            )}
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
