import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { CaseKind, Evidence, OrderStory } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { cases } from "@/text/reports/case";
import { formatMoney } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { LazySelect } from "@/ui/picker/LazySelect";
import { EvidenceField } from "./EvidenceField";

interface CaseFormProps {
  kind: CaseKind;
  story: OrderStory;
  onClose: () => void;
  onOpened: (caseId: number) => void;
}

/** A claim about an order that is there: its amount is wrong, or it was declined. */
export function CaseForm({ kind, story, onClose, onOpened }: CaseFormProps) {
  const { oid, order_id, brand_name, currency, items = [] } = story;
  const wrong = kind === "incorrect";
  // A correction, named after its item (`shoes~1`), is no item of the order's own.
  const ids = new Set(items.map(({ item_id }) => item_id));
  const own = items.filter(
    ({ item_id }) => !/~\d+$/.test(item_id) || !ids.has(item_id.replace(/~\d+$/, "")),
  );
  const { uid } = useUser();
  const { form, submit, busy, failure } = useCallForm("/reports/case_open", {
    initialValues: {
      item_id: own.length === 1 ? (own[0]?.item_id ?? "") : "",
      amount: "",
      note: "",
      evidence: [] as Evidence[],
    },
    attributes: ({ item_id, amount, ...rest }) => ({
      ...rest,
      kind,
      oid,
      ...(wrong ? { amount, item_id: item_id || undefined } : {}),
    }),
    draft: `case ${uid} ${kind} ${oid}`,
    refresh: ["/reports/case_list", "/reports/transaction"],
    onSuccess: ({ case_id }) => {
      toast.success(cases.sent(case_id));
      onOpened(case_id);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {brand_name} · {order_id}
        </Text>
        {wrong && own.length > 1 && (
          <LazySelect
            label={cases.item}
            comboboxProps={{ withinPortal: false }}
            allowDeselect={false}
            data={own.map(({ item_id, category, sale_amount }) => ({
              value: item_id,
              label: `${category ?? item_id} · ${formatMoney(sale_amount, currency)}`,
            }))}
            {...form.getInputProps("item_id")}
          />
        )}
        {wrong && (
          <TextInput
            label={`${cases.orderAmount} (${currency})`}
            inputMode="decimal"
            {...form.getInputProps("amount")}
            {...withHelp(cases.amountHelp, form.errors.amount)}
          />
        )}
        <Textarea
          label={cases.note}
          rows={3}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps("note")}
          {...withHelp(cases.noteHelp, form.errors.note)}
        />
        <EvidenceField
          files={form.getValues().evidence}
          error={form.errors.evidence ? String(form.errors.evidence) : null}
          onChange={(evidence) => form.setFieldValue("evidence", evidence)}
        />
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {cases.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
