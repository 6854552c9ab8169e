import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { query } from "@/api/query";
import { payment as words } from "@/text/publisher/payment";

const RequestModal = lazy(() =>
  import("./RequestModal").then(({ RequestModal }) => ({ default: RequestModal })),
);

/** Requests a payment of all that can be withdrawn; not there while there is too little. */
export function RequestButton() {
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(query("/payments/balance"));
  const enough = data && Number(data.withdrawable) >= Number(data.minimum);
  return (
    <>
      {enough && <Button onClick={() => setAsking(true)}>{words.request}</Button>}
      {data && asking && (
        <Suspense>
          <RequestModal balance={data} onClosed={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
