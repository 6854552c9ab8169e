import { Button } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import type { ExportFormat, ExportReport } from "@/api/gen/types.gen";
import { IdempotencyKey } from "@/api/idempotencyKey";
import { useCall } from "@/api/query";
import { download } from "@/text/publisher/download";
import { usePopoverButton } from "@/ui/overlay/LazyPopover";

import { openDownloads } from "./downloadsStore";

const load = () => import("@/ui/overlay/lazy/ActionMenuDropdown");
const ActionMenuDropdown = lazy(() =>
  load().then(({ ActionMenuDropdown }) => ({ default: ActionMenuDropdown })),
);

const FORMATS = ["csv", "xlsx", "parquet"] as const satisfies ExportFormat[];

interface ExportButtonProps {
  report: ExportReport;
  /** What the screen shows, as its call takes it. */
  filter: object;
}

/** Exports all that a report's filter finds, in the format that is picked, and shows it among the downloads. */
export function ExportButton({ report, filter }: ExportButtonProps) {
  const [opened, setOpened] = useState(false);
  const [idempotencyKey] = useState(() => new IdempotencyKey());
  const { props, anchor } = usePopoverButton({
    opened,
    onOpenedChange: setOpened,
    kind: "menu",
    load: () => void load(),
  });
  const make = useCall("/reports/export", { refresh: ["/common/download_list"] });
  const ask = (format: ExportFormat) => {
    const attributes = { report, format, filter: { ...filter } };
    make.mutate(
      { attributes, key: idempotencyKey.for(attributes) },
      {
        onSuccess: () => {
          idempotencyKey.finish();
          openDownloads();
        },
        onError: (failure) => {
          idempotencyKey.finish(failure);
          if (failure instanceof Refusal && failure.code === codes.DOWNLOAD_DUPLICATE)
            openDownloads();
        },
      },
    );
  };
  return (
    <>
      <Button
        {...props}
        variant="default"
        loading={make.isPending}
        leftSection={<IconDownload size={16} stroke={1.5} />}
        rightSection={<IconChevronDown size={14} stroke={1.5} />}
      >
        {download.export}
      </Button>
      <Suspense>
        {anchor && (
          <ActionMenuDropdown
            id={props.id}
            opened={opened}
            onOpenedChange={setOpened}
            anchor={anchor}
            groups={[
              FORMATS.map((format) => ({
                label: download.formats[format],
                onClick: () => ask(format),
              })),
            ]}
          />
        )}
      </Suspense>
    </>
  );
}
