import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { Evidence } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { cases } from "@/text/reports/case";
import { momentIn } from "@/ui/base/period";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { currencies } from "@/ui/picker/choices";
import { LazySelect } from "@/ui/picker/LazySelect";
import { EvidenceField } from "./EvidenceField";

const ALL = { page: { curPage: 1, perPage: 1_000 } };

interface MissingFormProps {
  /** The brand and the click to start with. */
  mcid: string | undefined;
  clickRef: string | undefined;
  onClose: () => void;
  onOpened: (caseId: number) => void;
}

/** An order that was never reported, as the publisher knows it. */
export function MissingForm({ mcid, clickRef, onClose, onOpened }: MissingFormProps) {
  const { uid, currency, time_zone } = useUser();
  const joined = useQuery(
    query("/brands/find", { filter: { status: RELATION_JOINED, sort: "name" }, ...ALL }),
  );
  const { form, submit, busy, failure } = useCallForm("/reports/case_open", {
    initialValues: {
      mcid: mcid ?? null,
      order_id: "",
      order_time: "",
      currency,
      amount: "",
      click_ref: clickRef ?? "",
      note: "",
      evidence: [] as Evidence[],
    },
    attributes: ({ order_time, mcid: brand, ...rest }) => ({
      ...rest,
      kind: "missing" as const,
      mcid: brand ?? undefined,
      order_time: order_time ? momentIn(time_zone, order_time) : undefined,
    }),
    check: (values) => ({
      ...(values.mcid ? {} : { mcid: cases.brandHint }),
      ...(values.order_time ? {} : { order_time: common.required }),
      ...(values.order_id.trim() ? {} : { order_id: common.required }),
      ...(values.amount.trim() ? {} : { amount: common.required }),
    }),
    fieldByCode: { [codes.BRAND_UNKNOWN]: "mcid" },
    draft: `case missing ${uid} ${clickRef ?? ""}`,
    refresh: ["/reports/case_list"],
    onSuccess: ({ case_id }) => {
      toast.success(cases.sent(case_id));
      onOpened(case_id);
    },
  });
  const { isDirty, setFieldValue } = form;
  // What a customer paid is in the shop's currency, which need not be that of the publisher's reports.
  const currencyOf = (chosen: string | null | undefined) =>
    joined.data?.list.find((brand) => brand.mcid === chosen)?.currency;
  const chooseBrand = (chosen: string | null) => {
    setFieldValue("mcid", chosen);
    setFieldValue("currency", currencyOf(chosen) ?? currency);
  };
  const shopCurrency = currencyOf(mcid);
  useEffect(() => {
    if (shopCurrency && !isDirty("currency")) setFieldValue("currency", shopCurrency);
  }, [shopCurrency, isDirty, setFieldValue]);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <LazySelect
          label={cases.brand}
          placeholder={cases.brandHint}
          searchable
          comboboxProps={{ withinPortal: false }}
          data={(joined.data?.list ?? []).map(({ mcid: value, name }) => ({ value, label: name }))}
          {...form.getInputProps("mcid")}
          onChange={chooseBrand}
        />
        <TextInput
          label={cases.order}
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps("order_id")}
          {...withHelp(cases.orderHelp, form.errors.order_id)}
        />
        <TextInput
          label={cases.orderTime}
          type="datetime-local"
          {...form.getInputProps("order_time")}
          {...withHelp(cases.timeHelp(time_zone), form.errors.order_time)}
        />
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label={cases.orderAmount}
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps("amount")}
            {...withHelp(cases.amountHelp, form.errors.amount)}
          />
          <LazySelect
            label={cases.currency}
            searchable
            allowDeselect={false}
            limit={100}
            comboboxProps={{ withinPortal: false }}
            data={currencies(form.getValues().currency)}
            {...form.getInputProps("currency")}
          />
        </SimpleGrid>
        <TextInput
          label={<OptionalLabel>{cases.clickRef}</OptionalLabel>}
          autoComplete="off"
          {...form.getInputProps("click_ref")}
          {...withHelp(cases.clickRefHelp, form.errors.click_ref)}
        />
        <Textarea
          label={cases.note}
          rows={3}
          maxLength={2000}
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
