import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { EntityFields, LegalEntity } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useStaleSave } from "@/features/network/useStaleSave";
import { money } from "@/text/network/money";
import { countryName } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { CAPITALS, fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { CountrySelect, countryCode } from "@/ui/picker/CountrySelect";

interface EntitiesModalProps {
  entities: LegalEntity[];
  onClosed: () => void;
}

/** The network's companies that pay; one is changed or added in a form of its own. */
export function EntitiesModal({ entities, onClosed }: EntitiesModalProps) {
  const [opened, setOpened] = useState(true);
  const [editing, setEditing] = useState<LegalEntity | "new" | null>(null);
  if (editing !== null) {
    return (
      <EntityModal
        entity={editing === "new" ? undefined : editing}
        onClosed={() => setEditing(null)}
      />
    );
  }
  return (
    <AppModal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title={money.entitiesTitle}
    >
      <Stack>
        <Text>{money.entitiesHelp}</Text>
        {entities.length === 0 && <EmptyState title={money.noEntity} help={money.noEntityHelp} />}
        {entities.map((entity) => (
          <Group key={entity.entity_id} justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Text fw={600}>{entity.name}</Text>
              <Hint>
                {[entity.country, entity.iban, entity.vat_id].filter(Boolean).join(" · ")}
              </Hint>
            </Stack>
            <Button
              size="xs"
              variant="default"
              style={{ flexShrink: 0 }}
              onClick={() => setEditing(entity)}
            >
              {money.entityEdit(entity.name)}
            </Button>
          </Group>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => setEditing("new")}>{money.entityAdd}</Button>
        </Group>
      </Stack>
    </AppModal>
  );
}

/** The company that pays, as its bank knows it. */
function EntityModal({ entity, onClosed }: { entity?: LegalEntity; onClosed: () => void }) {
  const { uid, id } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const draft = `network_entity ${uid} ${id} ${entity?.entity_id ?? "new"}`;
  const { onFailure, loadAgain } = useStaleSave(draft, close);
  const { form, ...sending } = useCallForm("/network/entity_save", {
    initialValues: {
      name: entity?.name ?? "",
      country: entity?.country ?? "",
      address: entity?.address ?? "",
      iban: entity?.iban ?? "",
      bic: entity?.bic ?? "",
      vat_id: entity?.vat_id ?? "",
      vat_rate: entity?.vat_rate ?? "0",
      prefix: entity?.prefix ?? "",
      was: entity && entityFields(entity),
    },
    attributes: (values) => ({
      ...values,
      bic: values.bic || null,
      vat_id: values.vat_id || null,
      vat_rate: values.vat_rate || "0",
      entity_id: entity?.entity_id,
    }),
    // Its bank account is not kept.
    draft,
    onFailure,
    refresh: ["/network/entities"],
    onSuccess: () => {
      toast.success(money.entitySaved);
      close();
    },
  });
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={money.entityTitle}>
      <Form {...sending} save={money.entitySave} onCancel={close}>
        <Text>{money.entityHelp}</Text>
        <TextInput label={money.entityName} data-autofocus {...form.getInputProps("name")} />
        <CountrySelect
          {...field("country", money.entityCountry)}
          value={countryName(form.values.country)}
          onChange={(name) => form.setFieldValue("country", countryCode(name ?? ""))}
        />
        <TextInput label={money.entityAddress} {...form.getInputProps("address")} />
        <TextInput label={money.entityIban} {...CAPITALS} {...form.getInputProps("iban")} />
        <TextInput label={money.entityBic} {...CAPITALS} {...form.getInputProps("bic")} />
        <TextInput label={money.entityVatId} {...CAPITALS} {...form.getInputProps("vat_id")} />
        <DecimalInput {...field("vat_rate", money.entityVatRate, money.entityVatRateHelp)} />
        <TextInput label={money.entityPrefix} maxLength={16} {...form.getInputProps("prefix")} />
      </Form>
      {loadAgain}
    </AppModal>
  );
}

const entityFields = ({ entity_id: _, updated_at: __, ...fields }: LegalEntity): EntityFields =>
  fields;
