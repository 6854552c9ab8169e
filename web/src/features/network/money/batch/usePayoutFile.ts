import { useState } from "react";

import type { FileFormat, PaymentRefusal, PayoutFileInfo } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { money } from "@/text/network/money";
import { saveFile } from "@/ui/base/saveFile";
import { toast } from "@/ui/feedback/toasts";

/** The payments that are not in the last file of a batch, and why. */
export interface LeftOut {
  batch: number;
  list: PaymentRefusal[];
}

/** Makes bank files or downloads one again, and reports the payments that were left out. */
export function usePayoutFile() {
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null);
  const call = useCall("/network/payout_file", {
    refresh: ["/network/payout_files", "/network/payments"],
    onSuccess: (file, { attributes: { batch_id } }) => {
      const { name, content, payments, list, file_id, repeat } = file;
      saveFile(name, content, "text/plain;charset=utf-8");
      if (repeat) toast.success(money.fileRepeated(file_id));
      else toast.success(money.fileMade(payments, list.length));
      setLeftOut(list.length > 0 ? { batch: batch_id, list } : null);
    },
  });
  const make = (batch_id: number, format: FileFormat) =>
    call.mutate({ attributes: { batch_id, format } });
  const repeat = ({ batch_id, format, file_id }: PayoutFileInfo) =>
    call.mutate({ attributes: { batch_id, format, file_id } });
  return { make, repeat, busy: call.isPending, leftOut };
}

export type PayoutFiles = ReturnType<typeof usePayoutFile>;
