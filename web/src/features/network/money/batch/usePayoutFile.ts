import { useState } from "react";

import type { FileFormat, PayRefusal } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { money } from "@/text/network/money";
import { saveFile } from "@/ui/base/saveFile";
import { toast } from "@/ui/feedback/toasts";

/** What the last file of a batch does not hold, and why. */
export interface LeftOut {
  batch: number;
  list: PayRefusal[];
}

/** Makes files for the bank, and says what is not in them. */
export function usePayoutFile() {
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null);
  const call = useCall("/network/payout_file", {
    onSuccess: ({ name, content, payments, list }, { attributes: { batch_id } }) => {
      saveFile(name, content, "text/plain;charset=utf-8");
      toast.success(money.fileMade(payments, list.length));
      setLeftOut(list.length > 0 ? { batch: batch_id, list } : null);
    },
  });
  const make = (batch_id: number, format: FileFormat) =>
    call.mutate({ attributes: { batch_id, format } });
  return { make, busy: call.isPending, leftOut };
}

export type PayoutFiles = ReturnType<typeof usePayoutFile>;
