import { ActionIcon, Popover, Skeleton } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { lazy, Suspense } from "react";

import { table } from "@/text/table";

import type { TableViewProps } from "./TableView";

const load = () => import("./TableView");
const TableView = lazy(() => load().then(({ TableView }) => ({ default: TableView })));

/** Which columns a table shows, and how high its rows are: the choice loads once it is wanted. */
export function TableSettings(props: TableViewProps) {
  return (
    <Popover position="top-start" width={220} trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={table.view}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
        >
          <IconAdjustments size={16} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton h={120} />}>
          <TableView {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
