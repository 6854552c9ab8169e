import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { Refusal } from "@/api/call";
import { NOT_FOUND } from "@/api/gen/codes.gen";
import { query } from "@/api/query";
import { cases } from "@/text/reports/case";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";

import { AnswerForm } from "./AnswerForm";
import { CaseFacts } from "./CaseFacts";

const ZONE = "UTC";

interface NetworkCaseDrawerProps {
  /** The case's number, as the URL has it. */
  shown: number | undefined;
  onClose: () => void;
}

/** Any publisher's case, and the network's answer to it. */
export function NetworkCaseDrawer({ shown, onClose }: NetworkCaseDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/network/case_info", { attributes: { case_id: shown ?? 0 } }),
    enabled: shown !== undefined,
  });
  const missing = error instanceof Refusal && error.code === NOT_FOUND;
  return (
    <LazyDrawer shown={shown} title={cases.drawer(shown ?? 0)} onClose={onClose}>
      {data ? (
        <Stack gap="lg" pb="lg">
          <DetailRow name={cases.publisher}>{data.publisher}</DetailRow>
          <CaseFacts shown={data} zone={ZONE} />
          {["open", "info_needed"].includes(data.state) && (
            <AnswerForm key={data.updated_at} shown={data} />
          )}
        </Stack>
      ) : missing ? (
        <EmptyState title={cases.unknown} help={cases.unknownHelp} />
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} height={40} />
      )}
    </LazyDrawer>
  );
}
