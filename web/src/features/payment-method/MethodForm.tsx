import {
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
} from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { MethodFields, MethodKind, PaymentMethod } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { paymentMethod as words } from "@/text/publisher/paymentMethod";
import { countryName } from "@/ui/base/format";
import { Callout } from "@/ui/feedback/Callout";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { CountrySelect, countryCode } from "@/ui/picker/CountrySelect";
import { LazySelect } from "@/ui/picker/LazySelect";
import { nameOf } from "./kinds";
import { pickFields, toValues, validateFields } from "./methodValues";
import { PayeeInput } from "./PayeeInput";

interface MethodFormProps {
  kind: MethodKind;
  /** The method to change, or null for a new one. */
  method: PaymentMethod | null;
  onSaved: () => void;
  onCancel: () => void;
}

/** Adds a payment method or changes one; the portal says which fields it has. */
export function MethodForm({ kind, method, onSaved, onCancel }: MethodFormProps) {
  const user = useUser();
  const entityLabel = useId();
  /** The fields the server asks for, as of the last render. */
  const lastFields = useRef<MethodFields>({ currency: "", currencies: [], fields: [] });
  const { form, submit, busy, failure } = useCallForm("/payments/method_save", {
    initialValues: toValues(method, user),
    attributes: (values) => ({
      ...values,
      kind,
      id: method?.id,
      currency: values.currency || lastFields.current.currency,
      fields: pickFields(lastFields.current.fields, values.fields),
    }),
    check: ({ fields }) => validateFields(lastFields.current.fields, fields, method?.fields ?? {}),
    fieldByCode: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    // Country, currency and whose it is; what money is sent to is never kept.
    draft: `method ${user.uid} ${method?.id ?? kind}`,
    refresh: ["/payments/methods"],
    onSuccess: (saved) => {
      toast.success(words.saved(nameOf(saved)));
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
  useEffect(() => {
    if (!layout.data) return;
    lastFields.current = layout.data;
    // Errors are assigned to fields by the names in the form.
    for (const { name } of layout.data.fields) {
      if (fields[name] === undefined) form.setFieldValue(`fields.${name}`, "");
    }
  });

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <CountrySelect
          label={words.country}
          placeholder={words.countryHint}
          allowDeselect={false}
          value={country && countryName(country)}
          error={form.errors.country}
          onChange={(name) => {
            form.setValues({ country: countryCode(name ?? ""), currency: "" });
            form.clearErrors();
          }}
        />
        {country === "" && (
          <Text size="sm" c="dimmed">
            {words.countryFirst}
          </Text>
        )}
        {country !== "" && !layout.data && !layout.error && <Skeleton h={320} />}
        {!layout.data && layout.error && (
          <ErrorState
            error={layout.error}
            busy={layout.isFetching}
            onRetry={() => void layout.refetch()}
          />
        )}
        {layout.data && country !== "" && (
          <>
            <LazySelect
              label={words.currency}
              searchable
              allowDeselect={false}
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
                kept={method?.fields[field.name]}
                error={form.errors[`fields.${field.name}`]}
                input={form.getInputProps(`fields.${field.name}`)}
              />
            ))}
            {form.errors.fields && <Callout state="rejected" title={String(form.errors.fields)} />}
            <PasswordInput
              label={words.password}
              autoComplete="current-password"
              {...withHelp(words.passwordHelp, form.errors.password)}
              {...form.getInputProps("password")}
            />
            <Text size="xs" c="dimmed">
              {words.waits}
            </Text>
          </>
        )}
        <FormNote text={failure} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={country !== "" && !layout.data}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
