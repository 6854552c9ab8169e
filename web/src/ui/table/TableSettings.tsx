import { ActionIcon, Skeleton } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

import { table } from "@/text/core/table";

import { LazyPopover } from "@/ui/overlay/LazyPopover";
import type { TableSettingsFormProps } from "./lazy/TableSettingsForm";

const TableSettingsForm = lazy(() =>
  import("./lazy/TableSettingsForm").then(({ TableSettingsForm }) => ({
    default: TableSettingsForm,
  })),
);

/** Which columns a table shows, and its row height; the form loads when it is first opened. */
export function TableSettings(props: TableSettingsFormProps) {
  const [opened, setOpened] = useState(false);
  return (
    <LazyPopover
      opened={opened}
      onOpenedChange={setOpened}
      position="top-start"
      width={220}
      button={(buttonProps) => (
        <ActionIcon
          {...buttonProps}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={table.view}
        >
          <IconAdjustments size={16} stroke={1.5} />
        </ActionIcon>
      )}
    >
      <Suspense fallback={<Skeleton h={120} />}>
        <TableSettingsForm {...props} />
      </Suspense>
    </LazyPopover>
  );
}
