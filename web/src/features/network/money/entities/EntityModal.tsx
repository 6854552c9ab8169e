import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import type { LegalEntity } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { money } from "@/text/network/money";
import { countryName } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { CountrySelect, countryCode } from "@/ui/picker/CountrySelect";

/** The company that pays, as its bank knows it. */
export function EntityModal({ entity, onClosed }: { entity?: LegalEntity; onClosed: () => void }) {
  const { uid, id } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, submit, busy, failure } = useCallForm("/network/entity_save", {
    initialValues: {
      name: entity?.name ?? "",
      country: entity?.country ?? "",
      address: entity?.address ?? "",
      iban: entity?.iban ?? "",
      bic: entity?.bic ?? "",
      vat_id: entity?.vat_id ?? "",
      vat_rate: entity?.vat_rate ?? "0",
      prefix: entity?.prefix ?? "",
    },
    attributes: (values) => ({
      ...values,
      bic: values.bic || null,
      vat_id: values.vat_id || null,
      vat_rate: values.vat_rate || "0",
      entity_id: entity?.entity_id,
    }),
    // Its bank account is not kept.
    draft: `network_entity ${uid} ${id} ${entity?.entity_id ?? "new"}`,
    refresh: ["/network/entities"],
    onSuccess: () => {
      toast.success(money.entitySaved);
      close();
    },
  });
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={money.entityTitle}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{money.entityHelp}</Text>
          <TextInput label={money.entityName} data-autofocus {...form.getInputProps("name")} />
          <CountrySelect
            label={money.entityCountry}
            allowDeselect={false}
            {...form.getInputProps("country")}
            value={countryName(form.values.country)}
            onChange={(name) => form.setFieldValue("country", countryCode(name ?? ""))}
          />
          <TextInput label={money.entityAddress} {...form.getInputProps("address")} />
          <TextInput label={money.entityIban} {...form.getInputProps("iban")} />
          <TextInput label={money.entityBic} {...form.getInputProps("bic")} />
          <TextInput label={money.entityVatId} {...form.getInputProps("vat_id")} />
          <TextInput
            label={money.entityVatRate}
            inputMode="decimal"
            {...form.getInputProps("vat_rate")}
            {...withHelp(money.entityVatRateHelp, form.errors.vat_rate)}
          />
          <TextInput label={money.entityPrefix} maxLength={16} {...form.getInputProps("prefix")} />
          <FormNote text={failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {money.entitySave}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}
