import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { Evidence } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { cases } from "@/text/orders/case";
import { momentIn, wallTimeIn } from "@/ui/base/period";
import { toast } from "@/ui/feedback/toasts";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { LazySelect } from "@/ui/picker/LazySelect";
import { currencies } from "@/ui/picker/zonesAndCurrencies";
import { EvidenceField } from "./EvidenceField";
import type { CaseSearch } from "./searchParams";
import { UsualTime } from "./UsualTime";

const ALL = { page: { curPage: 1, perPage: 1_000 } };

interface MissingFormProps {
  /** The known details of the order, which fill the form at first. */
  start: Pick<
    CaseSearch,
    | "mcid"
    | "click_ref"
    | "order_id"
    | "order_time"
    | "day"
    | "amount"
    | "currency"
    | "note"
    | "draft"
  >;
  onClose: () => void;
  onOpened: (caseId: number) => void;
}

/** An order that was never reported, as the publisher knows it. */
export function MissingForm({ start, onClose, onOpened }: MissingFormProps) {
  const { uid, currency, time_zone } = useUser();
  const joined = useQuery(
    query("/brands/find", { filter: { status: RELATION_JOINED, sort: "name" }, ...ALL }),
  );
  // What a customer paid is in the shop's currency, which need not be that of the publisher's reports.
  const currencyOf = (chosen: string | null) =>
    joined.data?.list.find((brand) => brand.mcid === chosen)?.currency ?? currency;
  const { form, ...sending } = useCallForm("/reports/case_open", {
    initialValues: {
      mcid: start.mcid ?? null,
      order_id: start.order_id ?? "",
      order_time: timeToStartWith(time_zone, start),
      /** The shop's as long as none is chosen. */
      currency: start.currency ?? "",
      amount: start.amount ?? "",
      click_ref: start.click_ref ?? "",
      note: start.note ?? "",
      evidence: [] as Evidence[],
    },
    attributes: ({ order_time, mcid: brand, currency: chosen, ...rest }) => ({
      ...rest,
      currency: chosen || currencyOf(brand),
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
    draft: `case missing ${uid} ${start.click_ref ?? ""} ${start.order_id ?? ""}${start.draft ?? ""}`,
    refresh: ["/reports/case_list"],
    onSuccess: ({ case_id }) => {
      toast.success(cases.sent(case_id));
      onOpened(case_id);
    },
  });
  const field = fieldsOf(form);
  const { setFieldValue } = form;
  const values = form.getValues();
  const shownCurrency = values.currency || currencyOf(values.mcid);
  const chooseBrand = (chosen: string | null) => {
    setFieldValue("mcid", chosen);
    setFieldValue("currency", "");
  };
  return (
    <Form {...sending} save={cases.send} onCancel={onClose}>
      <LazySelect
        allowDeselect
        {...field("mcid", cases.brand)}
        placeholder={cases.brandHint}
        searchable
        comboboxProps={{ withinPortal: false }}
        data={(joined.data?.list ?? []).map(({ mcid: value, name }) => ({ value, label: name }))}
        onChange={chooseBrand}
      />
      <UsualTime mcid={values.mcid ?? undefined} orders />
      <TextInput {...field("order_id", cases.order, cases.orderHelp)} maxLength={100} />
      <TextInput
        {...field("order_time", cases.orderTime, cases.timeHelp(time_zone))}
        type="datetime-local"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <DecimalInput
          {...field("amount", cases.orderAmount, cases.amountHelp)}
          autoComplete="off"
        />
        <LazySelect
          {...field("currency", cases.currency)}
          value={shownCurrency}
          searchable
          limit={100}
          comboboxProps={{ withinPortal: false }}
          data={currencies(shownCurrency)}
        />
      </SimpleGrid>
      <TextInput {...field.optional("click_ref", cases.clickRef, cases.clickRefHelp)} />
      <Textarea {...field("note", cases.note, cases.noteHelp)} rows={3} maxLength={2000} />
      <EvidenceField
        files={form.getValues().evidence}
        error={form.errors.evidence ? String(form.errors.evidence) : null}
        onChange={(evidence) => form.setFieldValue("evidence", evidence)}
      />
    </Form>
  );
}

/**
 * The initial value of the order's time: its time in the publisher's time zone, or noon of its day.
 */
function timeToStartWith(zone: string, { order_time, day }: MissingFormProps["start"]): string {
  if (order_time && !Number.isNaN(Date.parse(order_time))) return wallTimeIn(zone, order_time);
  return day && /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T12:00` : "";
}
