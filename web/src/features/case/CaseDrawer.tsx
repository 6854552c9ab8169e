import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { query, useCall } from "@/api/query";
import { cases } from "@/text/reports/case";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";

import { CaseFacts } from "./CaseFacts";
import { ReplyForm } from "./ReplyForm";
import { refetchDecided } from "./refetchDecided";

interface CaseDrawerProps {
  shown: number | undefined;
  zone: string;
  onClose: () => void;
}

/** One of the publisher's cases: its steps, a reply, and a way to withdraw it. */
export function CaseDrawer({ shown, zone, onClose }: CaseDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/reports/case_list", { filter: { case_id: shown ?? 0 } }),
    enabled: shown !== undefined,
  });
  const shownCase = data?.list[0];
  return (
    <LazyDrawer shown={shown} title={cases.drawer(shown ?? 0)} onClose={onClose}>
      {shownCase ? (
        <Stack gap="lg" pb="lg">
          <CaseFacts shown={shownCase} zone={zone} own />
          {["open", "info_needed"].includes(shownCase.state) && (
            <>
              <ReplyForm key={shownCase.updated_at} caseId={shownCase.case_id} />
              <WithdrawButton caseId={shownCase.case_id} />
            </>
          )}
        </Stack>
      ) : data ? (
        <EmptyState title={cases.unknown} help={cases.unknownHelp} />
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} height={40} />
      )}
    </LazyDrawer>
  );
}

function WithdrawButton({ caseId }: { caseId: number }) {
  const withdraw = useCall("/reports/case_withdraw", {
    refresh: ["/reports/case_list", "/reports/transaction"],
    onSuccess: () => toast.success(cases.withdrew(caseId)),
  });
  return (
    <Group>
      <Button
        variant="default"
        loading={withdraw.isPending}
        onClick={() =>
          openConfirm({
            title: cases.withdraw,
            question: cases.withdrawAsk,
            confirm: cases.withdraw,
            destroys: true,
            onConfirm: () =>
              withdraw.mutate(
                { attributes: { case_id: caseId } },
                { onError: (refused) => void refetchDecided(refused, ["/reports/case_list"]) },
              ),
          })
        }
      >
        {cases.withdraw}
      </Button>
    </Group>
  );
}
