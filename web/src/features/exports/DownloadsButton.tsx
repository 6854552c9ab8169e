import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";

import { query } from "@/api/query";
import { download } from "@/text/exports/download";
import { overlay } from "@/ui/base/overlay";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { LazyTooltip } from "@/ui/overlay/LazyTooltip";
import type { Paging } from "@/ui/table/paging";
import classes from "./Download.module.css";
import { openDownloads, useDownloadsStore } from "./downloadsStore";

const DownloadsPanel = overlay(() =>
  import("./lazy/DownloadsPanel").then(({ DownloadsPanel }) => DownloadsPanel),
);

/** The files of the dialog, to begin with. */
export const LATEST: Paging = { curPage: 1, perPage: 5 };

/** The requested files. */
export const downloadsQuery = (page: Paging) => query("/common/download_list", { page });

/** Opens the Downloads dialog. */
export function DownloadsButton() {
  const queryClient = useQueryClient();
  const opened = useDownloadsStore((state) => state.opened);
  return (
    <>
      <LazyTooltip label={download.opener}>
        {({ onPointerEnter, onFocus, ...target }) => (
          <ActionIcon
            {...target}
            variant="subtle"
            color="gray"
            className={classes.opener}
            aria-label={download.opener}
            aria-haspopup="dialog"
            onPointerEnter={() => {
              void DownloadsPanel.preload();
              onPointerEnter();
            }}
            onFocus={() => {
              void DownloadsPanel.preload();
              onFocus();
            }}
            onClick={() => {
              void queryClient.prefetchQuery(downloadsQuery(LATEST));
              openDownloads();
            }}
          >
            <IconDownload size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </LazyTooltip>
      <LazyModal
        opened={opened}
        title={download.title}
        size={600}
        onClose={() => openDownloads(false)}
      >
        <DownloadsPanel />
      </LazyModal>
    </>
  );
}
