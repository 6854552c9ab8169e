import { Button } from "@mantine/core";
import { useState } from "react";

import { payment as words } from "@/text/payments/payment";
import { overlay } from "@/ui/base/overlay";

const StatementModal = overlay(() =>
  import("./StatementModal").then(({ StatementModal }) => StatementModal),
);

/** Opens the choice of a statement's month. */
export function StatementButton() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setChoosing(true)}>
        {words.statement}
      </Button>
      {choosing && <StatementModal onClosed={() => setChoosing(false)} />}
    </>
  );
}
