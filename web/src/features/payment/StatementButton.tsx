import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { payment as words } from "@/text/publisher/payment";

const StatementModal = lazy(() =>
  import("./StatementModal").then(({ StatementModal }) => ({ default: StatementModal })),
);

/** Opens the choice of a month whose statement is wanted. */
export function StatementButton() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setChoosing(true)}>
        {words.statement}
      </Button>
      {choosing && (
        <Suspense>
          <StatementModal onClosed={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
