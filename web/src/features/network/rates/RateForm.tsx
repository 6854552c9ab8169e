import { Button, Group, Stack, TextInput } from "@mantine/core";

import type { CallInput } from "@/api/call";
import { useCallForm } from "@/api/form/useCallForm";
import type { ExchangeRate } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { rates as words } from "@/text/network/rates";
import { todayIn } from "@/ui/base/period";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { currencies } from "@/ui/picker/choices";
import { LazySelect } from "@/ui/picker/LazySelect";

interface RateFormProps {
  /** The rate to be changed; absent for a new one. */
  saved?: ExchangeRate;
  /** The currencies of a new one, where they are known. */
  pair?: { base?: string; quote?: string };
  onSaved: () => void;
}

/** What one unit of a currency is worth in another, from a day on. */
export function RateForm({ saved, pair, onSaved }: RateFormProps) {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/rate_save", {
    initialValues: {
      day: saved?.day ?? todayIn("UTC"),
      base: saved?.base ?? pair?.base ?? "",
      quote: saved?.quote ?? pair?.quote ?? "",
      rate: saved?.rate ?? "",
    },
    attributes: ({ day, base, quote, rate }) => ({
      day,
      base,
      quote,
      rate: rate.trim(),
    }),
    draft: `network_rate ${user.uid} ${user.id} ${saved ? rateKey(saved) : `new ${pair?.base ?? ""} ${pair?.quote ?? ""}`}`,
    refresh: ["/network/rates", "/network/missing_rates"],
    onSuccess: (_, { attributes }) => {
      toast.success(words.saved(attributes.base, attributes.quote));
      onSaved();
    },
  });
  const { errors } = form;
  const props = form.getInputProps;
  const fixed = saved !== undefined;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" pb="lg">
        <TextInput
          label={words.day}
          type="date"
          disabled={fixed}
          {...props("day")}
          {...withHelp(fixed ? words.fixed : words.dayHelp, errors.day)}
        />
        {(["base", "quote"] as const).map((name) => (
          <LazySelect
            key={name}
            label={words[name]}
            placeholder={words.currencyHint}
            data={currencies(form.values[name])}
            searchable
            allowDeselect={false}
            disabled={fixed}
            {...props(name)}
          />
        ))}
        <TextInput
          label={words.rate}
          inputMode="decimal"
          data-autofocus
          {...props("rate")}
          {...withHelp(words.rateHelp, errors.rate)}
        />
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What the address calls a rate. */
export function rateKey({ day, base, quote }: ExchangeRate): string {
  return `${day} ${base} ${quote}`;
}

/** The filter that finds the rate with such a key. */
export function parseRate(key = ""): CallInput<"/network/rates">["filter"] {
  const [day, base, quote] = key.split(" ");
  return { day, base, quote };
}
