import { useState } from "react";

import { call } from "@/api/call";
import type { DocumentKind, Payment } from "@/api/gen/types.gen";
import { onError } from "@/api/onError";
import { payment as words } from "@/text/payments/payment";
import { saveFile } from "@/ui/base/saveFile";
import { toast } from "@/ui/feedback/toasts";

/** Whether a payment has a document: if it was ever sent. */
export const hasDocument = ({ sent_date }: Payment) => sent_date !== null;

interface PaymentDocument {
  name: string;
  kind?: DocumentKind;
}

/** The documents of a payment: its invoice and credit note, or a statement without a number. */
export function documentsOf({ sent_date, invoice, credit_note }: Payment): PaymentDocument[] {
  if (sent_date === null) return [];
  if (!invoice) return [{ name: words.document }];
  const first: PaymentDocument = { name: words.invoiceOf(invoice), kind: "invoice" };
  if (!credit_note) return [first];
  return [first, { name: words.creditNoteOf(credit_note), kind: "credit_note" }];
}

/** Opens the document of a payment as PDF, or saves it as CSV. */
export function useDocument() {
  const [busy, setBusy] = useState(false);
  const open = async (payment_id: number, format: "pdf" | "csv", kind?: DocumentKind) => {
    setBusy(true);
    try {
      const file = await call("/payments/invoice", { attributes: { payment_id, kind } });
      if (format === "csv") saveFile(`${file.name}.csv`, file.csv, "text/csv");
      else if (file.url) window.location.assign(file.url);
      else toast.error(words.documentLater);
    } catch (thrown) {
      onError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    open: (id: number, format: "pdf" | "csv", kind?: DocumentKind) => void open(id, format, kind),
  };
}
