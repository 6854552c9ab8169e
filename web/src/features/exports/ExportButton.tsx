import { Button } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { callUntil, Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { DOWNLOAD_STATUS_FAILED, DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { Download, ExportReport, ReportExport } from "@/api/gen/types.gen";
import { IdempotencyKey } from "@/api/idempotencyKey";
import { invalidate } from "@/api/invalidate";
import { useCall } from "@/api/query";
import { download } from "@/text/exports/download";
import { fetchFile } from "@/ui/base/saveFile";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenuDropdown } from "@/ui/overlay/ActionMenu";
import { usePopoverButton } from "@/ui/overlay/LazyPopover";
import { openDownloads } from "./downloadsStore";

type Choice = Pick<ReportExport, "format" | "times">;
const CHOICES: { label: string; choice: Choice }[] = [
  { label: download.formats.xlsx, choice: { format: "xlsx" } },
  { label: download.formats.csv, choice: { format: "csv" } },
  { label: download.localCsv, choice: { format: "csv", times: "local" } },
  { label: download.formats.parquet, choice: { format: "parquet" } },
];

interface ExportButtonProps {
  report: ExportReport;
  /** The filter of the screen, in the form of its call. */
  filter: object;
}

/**
 * Exports all that a report's filter finds, in the format that is picked. A file that is ready within a few seconds is
 * fetched at once, unless the page has been left; any other is shown among the downloads.
 */
export function ExportButton({ report, filter }: ExportButtonProps) {
  const [opened, setOpened] = useState(false);
  const [idempotencyKey] = useState(() => new IdempotencyKey());
  const { props, anchor } = usePopoverButton({
    opened,
    onOpenedChange: setOpened,
    kind: "menu",
    onApproach: ActionMenuDropdown.preload,
  });
  const make = useCall("/reports/export", { refresh: ["/common/download_list"] });
  const [waits, setWaits] = useState(false);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  const fetchOrShow = async (id: number) => {
    const { signal } = left.current;
    setWaits(true);
    // Whatever goes wrong here, the list of downloads shows it, too.
    const file = await awaitFile(id, signal).catch(() => null);
    if (signal.aborted) return;
    setWaits(false);
    if (!file?.download_url) {
      openDownloads();
      return;
    }
    fetchFile(file.download_url);
    toast.success(download.fetched(file.filename));
    void invalidate(["/common/download_list"]);
  };
  const ask = (choice: Choice) => {
    const attributes = { report, ...choice, filter: { ...filter } };
    make.mutate(
      { attributes, key: idempotencyKey.for(attributes) },
      {
        onSuccess: ({ id }) => {
          idempotencyKey.finish();
          void fetchOrShow(id);
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
        loading={make.isPending || waits}
        leftSection={<IconDownload size={16} stroke={1.5} />}
        rightSection={<IconChevronDown size={14} stroke={1.5} />}
      >
        {download.export}
      </Button>
      {anchor && (
        <ActionMenuDropdown
          id={props.id}
          opened={opened}
          onOpenedChange={setOpened}
          anchor={anchor}
          groups={[CHOICES.map(({ label, choice }) => ({ label, onClick: () => ask(choice) }))]}
        />
      )}
    </>
  );
}

/** The delays before each check, in milliseconds: most files are ready within a second. */
const LOOKS = [250, 350, 500, 700, 700, 700];

/** A file that is being made, once it can be fetched; null if that takes longer than a few seconds. */
async function awaitFile(id: number, signal: AbortSignal): Promise<Download | null> {
  for (const wait of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
    const { list } = await callUntil(signal, "/common/download_list", { page: { perPage: 5 } });
    const file = list.find((row) => row.id === id);
    if (file?.status === DOWNLOAD_STATUS_READY) return file.download_url ? file : null;
    if (!file || file.status === DOWNLOAD_STATUS_FAILED) return null;
  }
  return null;
}
