import type { DownloadStatus } from "@/api/gen/types.gen";
import { imports } from "@/text/network/imports";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";

const LOOKS: Record<DownloadStatus, State> = {
  0: "pending",
  1: "pending",
  2: "approved",
  3: "rejected",
};

/** The state of an imported file. */
export function ImportState({ status }: { status: DownloadStatus }) {
  return <StatusBadge state={LOOKS[status]}>{imports.states[status]}</StatusBadge>;
}
