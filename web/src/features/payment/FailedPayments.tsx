import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { Problem } from "./PaymentFacts";
import { summaryInput } from "./search";

/** The payments that failed and wait for the publisher. */
export function FailedPayments() {
  const { data } = useQuery(query("/payments/summary", summaryInput({ status: "failed" })));
  return data?.list.map((row) => <Problem key={row.payment_id} row={row} />);
}
