import { useState } from "react";
import { DownloadList } from "@/features/download/DownloadList";
import { type Paging, parsePaging } from "@/ui/table/paging";

/** The content of the Downloads dialog, five files to begin with. */
export function DownloadsPanel() {
  const [paging, setPaging] = useState<Paging>(parsePaging({}, 5));
  return <DownloadList paging={paging} onPage={setPaging} />;
}
