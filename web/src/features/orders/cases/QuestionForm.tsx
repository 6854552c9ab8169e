import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { Evidence, Topic } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { cases } from "@/text/orders/case";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { LazySelect } from "@/ui/picker/LazySelect";
import { EvidenceField } from "./EvidenceField";
import { UsualTime } from "./UsualTime";

export interface QuestionFormProps {
  /** The brand to start with. */
  mcid: string | undefined;
  /** The payment that it is about. */
  paymentId?: number;
  topic?: Topic;
  /** The draft that the form is filled from, and its note. */
  prepared?: number;
  note?: string;
  onClose: () => void;
  onOpened: (caseId: number) => void;
}

/** A question about payments, the account or a brand. */
export function QuestionForm(props: QuestionFormProps) {
  const { mcid, paymentId, topic: start, prepared, note, onClose, onOpened } = props;
  const { uid } = useUser();
  const joined = useQuery(
    query("/brands/find", {
      filter: { status: RELATION_JOINED, sort: "name" },
      page: { curPage: 1, perPage: 1_000 },
    }),
  );
  const { form, ...sending } = useCallForm("/reports/case_open", {
    initialValues: {
      topic: start ?? ((mcid ? "brand" : "payment") as Topic),
      mcid: mcid ?? null,
      note: note ?? (paymentId ? cases.aboutPayment(paymentId) : ""),
      evidence: [] as Evidence[],
    },
    attributes: ({ mcid: brand, ...rest }) => ({
      ...rest,
      kind: "question" as const,
      mcid: rest.topic === "account" ? undefined : (brand ?? undefined),
      payment_id: rest.topic === "payment" ? paymentId : undefined,
    }),
    fieldByCode: { [codes.BRAND_UNKNOWN]: "mcid" },
    draft: `case question ${uid} ${mcid ?? paymentId ?? ""}${prepared ?? ""}`,
    refresh: ["/reports/case_list"],
    onSuccess: ({ case_id }) => {
      toast.success(cases.sent(case_id));
      onOpened(case_id);
    },
  });
  const field = fieldsOf(form);
  const { topic, mcid: chosen } = form.getValues();
  return (
    <Form {...sending} save={cases.ask} onCancel={onClose}>
      <LazySelect
        {...field("topic", cases.topic)}
        comboboxProps={{ withinPortal: false }}
        data={Object.entries(cases.topics).map(([value, label]) => ({ value, label }))}
      />
      {topic !== "account" && (
        <LazySelect
          allowDeselect
          {...field.optional("mcid", cases.brand)}
          placeholder={cases.brandHint}
          searchable
          comboboxProps={{ withinPortal: false }}
          data={(joined.data?.list ?? []).map(({ mcid: value, name }) => ({ value, label: name }))}
        />
      )}
      <UsualTime mcid={chosen ?? undefined} />
      <Textarea {...field("note", cases.question, cases.questionHelp)} rows={4} maxLength={2000} />
      <EvidenceField
        files={form.getValues().evidence}
        error={form.errors.evidence ? String(form.errors.evidence) : null}
        onChange={(evidence) => form.setFieldValue("evidence", evidence)}
      />
    </Form>
  );
}
