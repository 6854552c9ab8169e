import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Refusal } from "@/api/call";
import { NOT_FOUND } from "@/api/gen/codes.gen";
import { money } from "@/text/network/money";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";

interface InfoDrawerProps<Info> {
  shown: number | undefined;
  title: string;
  answer: UseQueryResult<Info>;
  onClose: () => void;
  children: (info: Info) => ReactNode;
}

/** One payment or settlement, or why it cannot be shown. */
export function InfoDrawer<Info>(props: InfoDrawerProps<Info>) {
  const { shown, title, answer, onClose, children } = props;
  const { data, error, isFetching, refetch } = answer;
  const missing = error instanceof Refusal && error.code === NOT_FOUND;
  return (
    <LazyDrawer shown={shown} title={title} onClose={onClose}>
      {data ? (
        children(data)
      ) : missing ? (
        <EmptyState title={money.unknown} help={money.unknownHelp} />
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} height={40} />
      )}
    </LazyDrawer>
  );
}
