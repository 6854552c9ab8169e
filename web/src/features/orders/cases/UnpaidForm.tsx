import { Text, Textarea } from "@mantine/core";
import { useCallForm } from "@/api/form/useCallForm";
import type { Evidence } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { cases } from "@/text/orders/case";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { EvidenceField } from "./EvidenceField";
import type { QuestionFormProps } from "./QuestionForm";
import { UsualTime } from "./UsualTime";

interface UnpaidFormProps extends QuestionFormProps {
  periods: string[];
}

/** Closed months that a brand has not paid: one case for all of them. */
export function UnpaidForm({
  mcid,
  periods,
  prepared,
  note = "",
  onClose,
  onOpened,
}: UnpaidFormProps) {
  const { uid } = useUser();
  const { form, ...sending } = useCallForm("/reports/case_open", {
    initialValues: { note, evidence: [] as Evidence[] },
    attributes: (values) => ({ ...values, kind: "unpaid" as const, mcid, periods }),
    draft: `case unpaid ${uid} ${mcid ?? ""}${prepared ?? ""}`,
    refresh: ["/reports/case_list", "/payments/ageing"],
    onSuccess: ({ case_id }) => {
      toast.success(cases.sent(case_id));
      onOpened(case_id);
    },
  });
  const field = fieldsOf(form);
  return (
    <Form {...sending} save={cases.send} onCancel={onClose}>
      <Text size="sm">{cases.unpaidOf(mcid ?? "", periods.join(", "))}</Text>
      <UsualTime mcid={mcid} />
      <Textarea
        {...field("note", cases.note, cases.noteHelp)}
        rows={3}
        maxLength={2000}
        data-autofocus
      />
      <EvidenceField
        files={form.getValues().evidence}
        error={form.errors.evidence ? String(form.errors.evidence) : null}
        onChange={(evidence) => form.setFieldValue("evidence", evidence)}
      />
    </Form>
  );
}
