import { useState } from "react";
import { DownloadList } from "@/features/exports/DownloadList";
import { LATEST } from "@/features/exports/DownloadsButton";
import type { Paging } from "@/ui/table/paging";

/** The content of the Downloads dialog. */
export function DownloadsPanel() {
  const [paging, setPaging] = useState<Paging>(LATEST);
  return <DownloadList paging={paging} onPage={setPaging} />;
}
