import { Skeleton, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { CaseKind, Evidence, OrderStory } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { cases } from "@/text/orders/case";
import { formatMoney } from "@/ui/base/format";
import { Answer } from "@/ui/feedback/Answer";
import { toast } from "@/ui/feedback/toasts";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { LazySelect } from "@/ui/picker/LazySelect";
import { CaseFileForm } from "./CaseFileForm";
import { EvidenceField } from "./EvidenceField";
import { MissingForm } from "./MissingForm";
import { QuestionForm } from "./QuestionForm";
import type { CaseSearch } from "./searchParams";
import { UnpaidForm } from "./UnpaidForm";

interface CaseModalProps {
  search: CaseSearch;
  /** The step before the form of a missing order, which asks Why about it. */
  firstStep: ReactNode;
  onClose: () => void;
  onOpened: (caseId: number) => void;
}

/**
 * The modal with the form that the URL names: for a missing order, or for a claim about a known
 * one.
 */
export function CaseModal({ search, firstStep, onClose, onOpened }: CaseModalProps) {
  const { add, about, asked, click_ref, order_id } = search;
  const known = (add === "incorrect" || add === "declined") && about !== undefined;
  const isUnpaid = add === "unpaid" && search.mcid !== undefined && search.periods !== undefined;
  return (
    <LazyModal
      opened={add === "missing" || add === "question" || add === "file" || isUnpaid || known}
      title={cases.formTitles[add ?? "missing"]}
      onClose={onClose}
    >
      {add !== undefined && known ? (
        <KnownOrder
          kind={add}
          oid={about}
          amount={search.amount}
          item={search.item_id}
          prepared={search.draft}
          note={search.note}
          onClose={onClose}
          onOpened={onOpened}
        />
      ) : add === "file" ? (
        <CaseFileForm onClose={onClose} />
      ) : add === "question" ? (
        <QuestionForm
          mcid={search.mcid}
          paymentId={search.payment_id}
          topic={search.topic}
          prepared={search.draft}
          note={search.note}
          onClose={onClose}
          onOpened={onOpened}
        />
      ) : add === "unpaid" ? (
        <UnpaidForm
          mcid={search.mcid}
          periods={search.periods ?? []}
          prepared={search.draft}
          note={search.note}
          onClose={onClose}
          onOpened={onOpened}
        />
      ) : asked || order_id ? (
        <MissingForm
          key={`${click_ref} ${order_id}`}
          start={search}
          onClose={onClose}
          onOpened={onOpened}
        />
      ) : (
        firstStep
      )}
    </LazyModal>
  );
}

interface KnownOrderProps extends Pick<CaseModalProps, "onClose" | "onOpened"> {
  kind: CaseKind;
  oid: number;
  /** The amount to start with. */
  amount: string | undefined;
  /** The item to start with. */
  item?: string;
  /** The draft that the form is filled from. */
  prepared?: number;
  /** The note that an answer of Why or a draft proposes. */
  note?: string;
}

function KnownOrder({ kind, oid, ...rest }: KnownOrderProps) {
  const answer = useQuery(query("/reports/transaction", { attributes: { oid } }));
  return (
    <Answer of={answer} waiting={<Skeleton h={240} />}>
      {(story) => <CaseForm key={oid} kind={kind} story={story} {...rest} />}
    </Answer>
  );
}

interface CaseFormProps {
  kind: CaseKind;
  story: OrderStory;
  amount: string | undefined;
  item?: string;
  prepared?: number;
  note?: string;
  onClose: () => void;
  onOpened: (caseId: number) => void;
}

/** The form of a claim about a known order: its amount is wrong, or it was declined. */
function CaseForm(props: CaseFormProps) {
  const { kind, story, amount: known, item = "", prepared, note = "", onClose, onOpened } = props;
  const { oid, order_id, brand_name, currency, items = [] } = story;
  const wrong = kind === "incorrect";
  // A correction, named after its item (`shoes~1`), is no item of the order's own.
  const ids = new Set(items.map(({ item_id }) => item_id));
  const own = items.filter(
    ({ item_id }) => !/~\d+$/.test(item_id) || !ids.has(item_id.replace(/~\d+$/, "")),
  );
  const { uid } = useUser();
  const { form, ...sending } = useCallForm("/reports/case_open", {
    initialValues: {
      item_id: own.length === 1 ? (own[0]?.item_id ?? "") : item,
      amount: known ?? "",
      note,
      evidence: [] as Evidence[],
    },
    attributes: ({ item_id, amount, ...rest }) => ({
      ...rest,
      kind,
      oid,
      ...(wrong ? { amount, item_id: item_id || undefined } : {}),
    }),
    draft: `case ${uid} ${kind} ${oid}${prepared ?? ""}`,
    refresh: ["/reports/case_list", "/reports/transaction"],
    onSuccess: ({ case_id }) => {
      toast.success(cases.sent(case_id));
      onOpened(case_id);
    },
  });
  const field = fieldsOf(form);
  return (
    <Form {...sending} save={cases.send} onCancel={onClose}>
      <Text size="sm">
        {brand_name} · {order_id}
      </Text>
      {wrong && own.length > 1 && (
        <LazySelect
          {...field("item_id", cases.item)}
          comboboxProps={{ withinPortal: false }}
          data={own.map(({ item_id, category, sale_amount }) => ({
            value: item_id,
            label: `${category ?? item_id} · ${formatMoney(sale_amount, currency)}`,
          }))}
        />
      )}
      {wrong && (
        <DecimalInput
          {...field("amount", `${cases.orderAmount} (${currency})`, cases.amountHelp)}
        />
      )}
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
