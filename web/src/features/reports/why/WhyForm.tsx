import { SimpleGrid, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { Why } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { why as words } from "@/text/reports/why";
import { Hint } from "@/ui/base/Hint";
import { todayIn } from "@/ui/base/period";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { LazySelect } from "@/ui/picker/LazySelect";

const ALL = { page: { curPage: 1, perPage: 1_000 } };

/** A question about an order that is not listed. */
export interface MissingQuestion {
  mcid?: string;
  order_id?: string;
  day?: string;
  amount?: string;
}

interface WhyFormProps {
  start?: MissingQuestion;
  onAnswer: (answer: Why) => void;
  onCancel?: () => void;
}

/** Asks about an order that is not listed. Each question counts, so nothing is asked before it is sent. */
export function WhyForm({ start = {}, onAnswer, onCancel }: WhyFormProps) {
  const { uid, time_zone: zone } = useUser();
  const joined = useQuery(
    query("/brands/find", { filter: { status: RELATION_JOINED, sort: "name" }, ...ALL }),
  );
  const { form, ...sending } = useCallForm("/reports/why", {
    initialValues: {
      mcid: start.mcid ?? null,
      order_id: start.order_id ?? "",
      day: start.day ?? "",
      amount: start.amount ?? "",
    },
    attributes: ({ mcid, ...rest }) => ({ ...rest, mcid: mcid ?? undefined }),
    check: (values) => ({
      ...(values.mcid ? {} : { mcid: words.brandHint }),
      ...(values.order_id.trim() ? {} : { order_id: common.required }),
      ...(values.day ? {} : { day: common.required }),
      ...(values.amount.trim() ? {} : { amount: common.required }),
    }),
    fieldByCode: { [codes.BRAND_UNKNOWN]: "mcid" },
    draft: `why missing ${uid}`,
    onSuccess: onAnswer,
  });
  const field = fieldsOf(form);
  return (
    <Form {...sending} save={words.send} onCancel={onCancel}>
      <LazySelect
        allowDeselect
        {...field("mcid", words.brand)}
        placeholder={words.brandHint}
        searchable
        comboboxProps={{ withinPortal: false }}
        data={(joined.data?.list ?? []).map(({ mcid, name }) => ({ value: mcid, label: name }))}
      />
      <TextInput {...field("order_id", words.order, words.orderHelp)} maxLength={100} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...field("day", words.day)} type="date" max={todayIn(zone)} />
        <DecimalInput {...field("amount", words.amount, words.amountHelp)} autoComplete="off" />
      </SimpleGrid>
      <Hint>{words.askHelp}</Hint>
    </Form>
  );
}
