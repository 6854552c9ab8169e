import { Button, Group, Stack, Textarea } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { Evidence } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { cases } from "@/text/reports/case";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

import { EvidenceField } from "./EvidenceField";
import { refetchDecided } from "./refetchDecided";

/** What a publisher adds to a case, or answers to the network's question. */
export function ReplyForm({ caseId }: { caseId: number }) {
  const { uid } = useUser();
  const { form, submit, busy, failure } = useCallForm("/reports/case_reply", {
    initialValues: { note: "", evidence: [] as Evidence[] },
    attributes: (values) => ({ case_id: caseId, ...values }),
    draft: `case ${uid} reply ${caseId}`,
    refresh: ["/reports/case_list", "/reports/transaction"],
    onSuccess: () => toast.success(cases.replied),
    onFailure: (refused) => void refetchDecided(refused, ["/reports/case_list"]),
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          label={cases.reply}
          rows={3}
          maxLength={2000}
          {...form.getInputProps("note")}
          {...withHelp(cases.replyHelp, form.errors.note)}
        />
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
