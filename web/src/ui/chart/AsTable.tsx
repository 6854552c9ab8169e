import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";

import { table } from "@/text/core/table";

/** The button below a chart that shows its data as a table. */
export function AsTable({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        ml={-8}
        mt={4}
        w="fit-content"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? table.hideTable : table.showTable}
      </Button>
      {shown && children}
    </>
  );
}
