import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { lazy, Suspense } from "react";

import { download } from "@/text/publisher/download";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { LazyTooltip } from "@/ui/overlay/LazyTooltip";

import classes from "./Download.module.css";
import { openDownloads, useDownloadsStore } from "./downloadsStore";

const load = () => import("./lazy/DownloadsPanel");
const DownloadsPanel = lazy(() =>
  load().then(({ DownloadsPanel }) => ({ default: DownloadsPanel })),
);

/** Opens the Downloads dialog; its code loads once it is about to be used. */
export function DownloadsButton() {
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
              void load();
              onPointerEnter();
            }}
            onFocus={() => {
              void load();
              onFocus();
            }}
            onClick={() => openDownloads()}
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
        <Suspense>
          <DownloadsPanel />
        </Suspense>
      </LazyModal>
    </>
  );
}
