import { ActionIcon, Skeleton } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

import { table } from "@/text/core/table";

import { Drop } from "@/ui/overlay/Drop";
import type { TableViewProps } from "./lazy/TableView";

const TableView = lazy(() =>
  import("./lazy/TableView").then(({ TableView }) => ({ default: TableView })),
);

/** Which columns a table shows, and how high its rows are: the choice loads once it is wanted. */
export function TableSettings(props: TableViewProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Drop
      opened={opened}
      onOpened={setOpened}
      position="top-start"
      width={220}
      button={(drop) => (
        <ActionIcon {...drop} variant="subtle" color="gray" size={32} aria-label={table.view}>
          <IconAdjustments size={16} stroke={1.5} />
        </ActionIcon>
      )}
    >
      <Suspense fallback={<Skeleton h={120} />}>
        <TableView {...props} />
      </Suspense>
    </Drop>
  );
}
