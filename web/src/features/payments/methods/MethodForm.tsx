import { SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { call } from "@/api/call";
import { useReauthForm } from "@/api/form/useReauthForm";
import type { MethodField, MethodFields, MethodKind, PaymentMethod } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission, type User } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { paymentMethod as words } from "@/text/payments/paymentMethod";
import { countryName } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { methodName } from "@/ui/base/methodName";
import { Callout } from "@/ui/feedback/Callout";
import { QueryError } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { CountrySelect, countryCode } from "@/ui/picker/CountrySelect";
import { LazySelect } from "@/ui/picker/LazySelect";
import { PayeeInput } from "./PayeeInput";

interface MethodFormProps {
  kind: MethodKind;
  /** The method to change, or null for a new one. */
  method: PaymentMethod | null;
  onSaved: () => void;
  onCancel: () => void;
}

/** Adds a payment method or changes one, or proposes it to an owner; the portal says which fields it has. */
export function MethodForm({ kind, method, onSaved, onCancel }: MethodFormProps) {
  const user = useUser();
  const mayEdit = hasPermission(user, "payee.edit");
  const path = mayEdit ? "/payments/method_save" : "/payments/method_propose";
  const entityLabel = useId();
  /** The fields the server asks for, as of the last render. */
  const lastFields = useRef<MethodFields>({ currency: "", currencies: [], fields: [] });
  const { form, reauth, submit, busy, failure } = useReauthForm(path, {
    initialValues: toValues(method, user),
    attributes: (values) => ({
      ...values,
      kind,
      id: method?.id,
      currency: values.currency || lastFields.current.currency,
      fields: pickFields(lastFields.current.fields, values.fields),
    }),
    check: ({ fields }) => validateFields(lastFields.current.fields, fields, method?.fields ?? {}),
    // Country, currency and whose it is; what money is sent to is never kept.
    draft: `method ${user.uid} ${method?.id ?? kind}`,
    refresh: ["/payments/methods", "/payments/proposals"],
    onSuccess: (saved) => {
      const name = methodName(saved);
      toast.success(mayEdit ? words.saved(name) : words.proposed(name));
      onSaved();
    },
  });
  const { country, currency, entity, fields } = form.values;
  const layout = useQuery({
    ...query("/payments/method_fields", {
      attributes: { kind, country, entity, ...(currency && { currency }) },
    }),
    enabled: country !== "",
    placeholderData: keepPreviousData,
  });
  const [holder] = useDebouncedValue((fields.holder ?? "").trim().slice(0, 100), 300);
  const sight = useQuery({
    ...query("/payments/method_fields", {
      attributes: { kind, country, entity, holder, ...(currency && { currency }) },
    }),
    enabled: country !== "" && holder !== "",
    placeholderData: keepPreviousData,
  });
  /** Errors of a field are shown when it is left; missing values, when the form is sent. */
  const check = async (name: string, value: string) => {
    const { currency: usual, fields: rules } = lastFields.current;
    const path = `fields.${name}`;
    const own = rules.filter((rule) => rule.name === name);
    if (!value.trim()) return;
    const broken = validateFields(own, { [name]: value }, {})[path];
    if (broken) return form.setFieldError(path, broken);
    const asked = { kind, country, entity, currency: currency || usual, values: { [name]: value } };
    // Where no answer comes, saving says it.
    const answer = await call("/payments/method_fields", { attributes: asked }).catch(() => null);
    const [wrong] = answer?.wrong ?? [];
    if (wrong && form.getValues().fields[name] === value) form.setFieldError(path, wrong.why);
  };
  const bankSees = holder && sight.data?.bank_sees;
  useEffect(() => {
    if (!layout.data) return;
    lastFields.current = layout.data;
    // Errors are assigned to fields by the names in the form.
    for (const { name } of layout.data.fields) {
      if (fields[name] === undefined) form.setFieldValue(`fields.${name}`, "");
    }
  });

  return (
    <Form
      submit={submit}
      busy={busy}
      failure={failure}
      save={mayEdit ? words.save : words.propose}
      unready={country !== "" && !layout.data}
      onCancel={onCancel}
    >
      <CountrySelect
        label={words.country}
        placeholder={words.countryHint}
        value={country && countryName(country)}
        error={form.errors.country}
        onChange={(name) => {
          form.setValues({ country: countryCode(name ?? ""), currency: "" });
          form.clearErrors();
        }}
      />
      {country === "" && <Hint size="sm">{words.countryFirst}</Hint>}
      {country !== "" && !layout.data && !layout.error && (
        <Skeleton h={kind === "bank" ? 640 : 320} />
      )}
      {!layout.data && layout.error && <QueryError of={layout} />}
      {layout.data && country !== "" && (
        <>
          <LazySelect
            label={words.currency}
            searchable
            data={layout.data.currencies}
            value={currency || layout.data.currency}
            error={form.errors.currency}
            onChange={(chosen) => form.setFieldValue("currency", chosen ?? "")}
          />
          <Stack gap={4}>
            <Text id={entityLabel} size="xs" fw={500}>
              {words.entity}
            </Text>
            <SegmentedControl
              aria-labelledby={entityLabel}
              data={Object.entries(words.entities).map(([value, label]) => ({ value, label }))}
              value={entity}
              onChange={(chosen) => form.setFieldValue("entity", chosen as typeof entity)}
            />
          </Stack>
          {layout.data.fields.map((field) => (
            <PayeeInput
              key={field.name}
              field={field}
              note={field.name === "holder" && bankSees ? words.bankSees(bankSees) : ""}
              kept={method?.fields[field.name]}
              error={form.errors[`fields.${field.name}`]}
              input={form.getInputProps(`fields.${field.name}`)}
              onLeave={(value) => void check(field.name, value)}
            />
          ))}
          {form.errors.fields && <Callout state="rejected" title={String(form.errors.fields)} />}
          <ReauthInput of={reauth} label={words.password} help={words.passwordHelp} />
          <Hint>{mayEdit ? words.waits : words.proposeWaits}</Hint>
        </>
      )}
    </Form>
  );
}

interface MethodValues {
  /** A code. */
  country: string;
  /** The currency's code; empty for the country's usual one. */
  currency: string;
  entity: PaymentMethod["entity"];
  fields: Record<string, string>;
  password: string;
}

/** Stored values are not sent back, so the fields of an edited method start empty. */
function toValues(method: PaymentMethod | null, user: User): MethodValues {
  return {
    country: method?.country ?? countryCode(user.company?.country ?? ""),
    currency: method?.currency ?? "",
    entity: method?.entity ?? "person",
    fields: {},
    password: "",
  };
}

/** The values of the requested fields; those of another country stay in the form but are not sent. */
function pickFields(methodFields: MethodField[], typed: Record<string, string>) {
  return Object.fromEntries(methodFields.map(({ name }) => [name, (typed[name] ?? "").trim()]));
}

/** The errors of invalid fields, by their path in the form; stored fields may stay empty. */
function validateFields(
  methodFields: MethodField[],
  entered: Record<string, string>,
  kept: Record<string, string>,
): Record<string, string> {
  const errors = methodFields.map(
    (field) => [`fields.${field.name}`, fieldError(field, entered, kept)] as const,
  );
  return Object.fromEntries(errors.filter(([, text]) => text !== ""));
}

function fieldError(
  { name, label, required, most, pattern, shape, compact }: MethodField,
  entered: Record<string, string>,
  kept: Record<string, string>,
): string {
  const typed = (entered[name] ?? "").trim();
  const value = compact ? typed.replace(/[\s.-]/g, "").toUpperCase() : typed;
  if (!value) return required && !(name in kept) ? words.missing(label) : "";
  if (value.length > most) return words.tooLong(label, most);
  if (pattern && !new RegExp(`^(?:${pattern})$`).test(value)) {
    return name === "iban" ? ibanError(value, pattern, shape) : shape;
  }
  return "";
}

const LETTERS = /^[A-Z]{2}/;

/** The error of an IBAN; if it is valid for another country, the message says which to choose. */
function ibanError(value: string, pattern: string, shape: string): string {
  const [of] = LETTERS.exec(value) ?? [];
  const [own] = LETTERS.exec(pattern) ?? [];
  if (!of || !own || of === own || countryName(of) === of) return shape;
  return words.ibanOfAnother(countryName(of), countryName(own));
}
