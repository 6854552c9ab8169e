import { Button, Group, Title } from "@mantine/core";

import type { NetworkPayment } from "@/api/gen/types.gen";
import { money } from "@/text/network/money";
import type { PayoutFiles } from "./usePayoutFile";

const FORMATS = ["csv", "pain"] as const;

interface BatchFilesProps {
  batch: number;
  /** The payments of the batch that are listed. */
  list: NetworkPayment[];
  files: PayoutFiles;
}

/** The bank's files of a batch, while a payment of it waits to be sent by one. */
export function BatchFiles({ batch, list, files }: BatchFilesProps) {
  const formats = formatsOf(list.filter((row) => row.batch_id === batch));
  if (formats.length === 0) return null;
  return (
    <Group gap="sm" align="center">
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
    </Group>
  );
}

/** The files for the bank that hold any of these payments: that of ISO 20022 has euros alone. */
export function formatsOf(list: NetworkPayment[]) {
  const rows = list.filter(isInFile);
  return FORMATS.filter((format) =>
    rows.some((row) => format === "csv" || row.payout_currency === "EUR"),
  );
}

/** Whether a payment leaves by a file for the bank that is still to be sent. */
function isInFile({ batch_id, status, channel }: NetworkPayment): boolean {
  return batch_id !== null && status === "processing" && channel === "file";
}
