import { Stack, TextInput } from "@mantine/core";
import { useRef } from "react";
import { type CallInput, Refusal } from "@/api/call";
import { useCallForm } from "@/api/form/useCallForm";
import type { ExchangeRate } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { rates as words } from "@/text/network/rates";
import { formatDay } from "@/ui/base/format";
import { todayIn } from "@/ui/base/period";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { LazySelect } from "@/ui/picker/LazySelect";
import { currencies } from "@/ui/picker/zonesAndCurrencies";
import { RateCorrection } from "./RateCorrection";

interface RateFormProps {
  /** The rate to be changed; absent for a new one. */
  saved?: ExchangeRate;
  /** The currencies of a new one, where they are known. */
  pair?: { base?: string; quote?: string; day?: string };
  onSaved: () => void;
}

/** The form of an exchange rate: the value of one unit of a currency in another, from a day on. */
export function RateForm({ saved, pair, onSaved }: RateFormProps) {
  const user = useUser();
  // An unusual rate is saved if it is confirmed, and no other in its place.
  const confirmed = useRef<string | null>(null);
  const { form, submit, busy, failure } = useCallForm("/network/rate_save", {
    initialValues: {
      day: saved?.day ?? pair?.day ?? todayIn("UTC"),
      base: saved?.base ?? pair?.base ?? "",
      quote: saved?.quote ?? pair?.quote ?? "",
      rate: saved?.rate ?? "",
    },
    attributes: ({ day, base, quote, rate }) => ({
      day,
      base,
      quote,
      rate: rate.trim(),
      confirm: confirmed.current === rate.trim() || undefined,
    }),
    draft: `network_rate ${user.uid} ${user.id} ${saved ? rateKey(saved) : `new ${pair?.base ?? ""} ${pair?.quote ?? ""}`}`,
    refresh: ["/network/rates", "/network/missing_rates", "/network/rate_correction"],
    onSuccess: (_, { attributes }) => {
      toast.success(words.saved(attributes.base, attributes.quote));
      // What it makes of the orders that were rated at the old figure is shown below.
      if (!saved) onSaved();
    },
    asks: (thrown) => unusualOf(thrown) !== null,
    onFailure: (thrown) => {
      const last = unusualOf(thrown);
      if (last) askWhetherRight(last);
    },
  });
  const field = fieldsOf(form);
  const askWhetherRight = ({ last_rate, last_day }: LastRate) => {
    const { base, quote, rate } = form.getValues();
    openConfirm({
      title: words.unusual,
      question: words.unusualAsk(base, quote, last_rate, formatDay(last_day), rate.trim()),
      confirm: words.unusualSave(rate.trim()),
      onConfirm: () => {
        confirmed.current = rate.trim();
        submit();
      },
    });
  };
  const props = form.getInputProps;
  const fixed = saved !== undefined;
  return (
    <Stack gap="xl" pb="lg">
      <Form submit={submit} busy={busy} failure={failure} save={words.save}>
        <TextInput
          {...field("day", words.day, fixed ? words.fixed : words.dayHelp)}
          type="date"
          disabled={fixed}
        />
        {(["base", "quote"] as const).map((name) => (
          <LazySelect
            key={name}
            label={words[name]}
            placeholder={words.currencyHint}
            data={currencies(form.values[name])}
            searchable
            disabled={fixed}
            {...props(name)}
          />
        ))}
        <DecimalInput {...field("rate", words.rate, words.rateHelp)} data-autofocus />
      </Form>
      {saved && <RateCorrection rate={saved} />}
    </Stack>
  );
}

/** The last rate, from which the one that was sent differs a lot. */
interface LastRate {
  field: string;
  last_rate: string;
  last_day: string;
}

function unusualOf(thrown: Error): LastRate | null {
  const asks = thrown instanceof Refusal && thrown.field === "attributes.confirm";
  return asks ? (thrown.data as LastRate) : null;
}

/** The key of a rate in the URL. */
export function rateKey({ day, base, quote }: ExchangeRate): string {
  return `${day} ${base} ${quote}`;
}

/** The filter that finds the rate with such a key. */
export function parseRate(key = ""): CallInput<"/network/rates">["filter"] {
  const [day, base, quote] = key.split(" ");
  return { day, base, quote };
}
