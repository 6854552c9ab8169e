import type { ReactNode } from "react";

import { table } from "@/text/core/table";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import type { OpenedRow } from "./useOpenedRow";

interface OpenedContentProps<Row> {
  opened: OpenedRow<Row>;
  children: (row: Row) => ReactNode;
}

/**
 * The content of the drawer for the row that the URL names: the row, or that it is loading, failed
 * or missing.
 */
export function OpenedContent<Row>({ opened, children }: OpenedContentProps<Row>) {
  const { row, missing, error, isFetching, refetch } = opened;
  if (row) return children(row);
  if (missing) return <EmptyState title={table.goneTitle} help={table.goneHelp} />;
  if (error) return <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <SkeletonRows rows={6} height={40} />;
}
