import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { query } from "@/api/query";
import { payment as words } from "@/text/payments/payment";
import { overlay } from "@/ui/base/overlay";

const RequestModal = overlay(() =>
  import("./RequestModal").then(({ RequestModal }) => RequestModal),
);

/** Requests a payment of all that can be withdrawn; not there while there is too little. */
export function RequestButton() {
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(query("/payments/balance"));
  const enough = data && Number(data.withdrawable) >= Number(data.minimum);
  return (
    <>
      {enough && <Button onClick={() => setAsking(true)}>{words.request}</Button>}
      {data && asking && <RequestModal balance={data} onClosed={() => setAsking(false)} />}
    </>
  );
}
