import { Button, Group, Title } from "@mantine/core";

import type { NetworkPayment } from "@/api/gen/types.gen";
import { money } from "@/text/network/money";
import type { PayoutFiles } from "./usePayoutFile";

export const FORMATS = ["csv", "pain"] as const;

interface BatchFilesProps {
  batch: number;
  /** The payments of the batch that are listed. */
  list: NetworkPayment[];
  files: PayoutFiles;
}

/** The bank's files of a batch, while a payment of it waits to be sent by one. */
export function BatchFiles({ batch, list, files }: BatchFilesProps) {
  if (!list.some((row) => row.batch_id === batch && isInFile(row))) return null;
  return (
    <Group gap="sm" align="center">
      <Title order={2}>{money.batchTitle(batch)}</Title>
      {FORMATS.map((format) => (
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

/** Whether a payment leaves by a file for the bank that is still to be sent. */
export function isInFile({ batch_id, status, channel }: NetworkPayment): boolean {
  return batch_id !== null && status === "processing" && channel === "file";
}
