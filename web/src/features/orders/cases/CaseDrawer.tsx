import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallForm } from "@/api/form/useCallForm";
import type { Evidence } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { cases } from "@/text/orders/case";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { Answer } from "@/ui/feedback/Answer";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { CaseFacts } from "./CaseFacts";
import { EvidenceField } from "./EvidenceField";
import { refetchDecided } from "./refetchDecided";
import { INTERVAL, UNDECIDED } from "./searchParams";

interface CaseDrawerProps {
  shown: number | undefined;
  zone: string;
  onClose: () => void;
}

/** One of the publisher's cases: its steps, a reply, and a button to withdraw it. */
export function CaseDrawer({ shown, zone, onClose }: CaseDrawerProps) {
  const mayEdit = hasPermission(useUser(), "case.edit");
  const answer = useQuery({
    ...query("/reports/case_list", { filter: { case_id: shown ?? 0 } }),
    enabled: shown !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.list.some((each) => UNDECIDED.includes(each.state)) ? INTERVAL : false,
  });
  return (
    <LazyDrawer shown={shown} title={cases.drawer(shown ?? 0)} onClose={onClose}>
      <Answer of={answer}>
        {({ list: [shownCase] }) =>
          shownCase ? (
            <Stack gap="lg" pb="lg">
              <CaseFacts shown={shownCase} zone={zone} own />
              {mayEdit && UNDECIDED.includes(shownCase.state) && (
                <>
                  <ReplyForm key={shownCase.updated_at} caseId={shownCase.case_id} />
                  <WithdrawButton caseId={shownCase.case_id} />
                </>
              )}
            </Stack>
          ) : (
            <EmptyState title={cases.unknown} help={cases.unknownHelp} />
          )
        }
      </Answer>
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

/** The form with which a publisher adds to a case, or answers the network's question. */
function ReplyForm({ caseId }: { caseId: number }) {
  const { uid } = useUser();
  const { form, submit, busy, failure } = useCallForm("/reports/case_reply", {
    initialValues: { note: "", evidence: [] as Evidence[] },
    attributes: (values) => ({ case_id: caseId, ...values }),
    draft: `case ${uid} reply ${caseId}`,
    refresh: ["/reports/case_list", "/reports/transaction"],
    onSuccess: () => toast.success(cases.replied),
    onFailure: (refused) => void refetchDecided(refused, ["/reports/case_list"]),
  });
  const field = fieldsOf(form);
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Textarea {...field("note", cases.reply, cases.replyHelp)} rows={3} maxLength={2000} />
        <EvidenceField
          files={form.getValues().evidence}
          error={form.errors.evidence ? String(form.errors.evidence) : null}
          onChange={(evidence) => form.setFieldValue("evidence", evidence)}
        />
        <FormNote text={failure} />
        <Group>
          <Button type="submit" loading={busy}>
            {cases.sendReply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
