import { Button, Fieldset, Group, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus } from "@tabler/icons-react";
import { nameOf, publisherText, usePublisher } from "@/features/network/pickers/publishers";
import { network } from "@/text/network/network";
import { countryName } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { OptionalLabel, withHelp } from "@/ui/form/Field";

import { CountrySelect, countryCode } from "@/ui/picker/CountrySelect";
import { type BrandValues, groupOf } from "./brandValues";

const LIST = "commission_groups";

/** The fields of a brand's commission groups: one for all sales, or several for some of them. */
export function GroupFields({ form }: { form: UseFormReturnType<BrandValues> }) {
  const { commission_groups: groups } = form.getValues();
  return (
    <Stack>
      <Hint>{network.groupsHelp}</Hint>
      {form.errors[LIST] && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {form.errors[LIST]}
        </Text>
      )}
      {groups.map(({ key, uid, country }, index) => (
        <CommissionGroupFields
          key={key}
          form={form}
          index={index}
          alone={groups.length === 1}
          uid={uid}
          country={country}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem(LIST, groupOf())}
        >
          {network.addGroup}
        </Button>
      </Group>
    </Stack>
  );
}

interface OneGroupProps {
  form: UseFormReturnType<BrandValues>;
  index: number;
  alone: boolean;
  /** The only publisher it applies to; such a group is created elsewhere and kept as it is. */
  uid: number | null;
  country: string;
}

function CommissionGroupFields({ form, index, alone, uid, country }: OneGroupProps) {
  const props = (field: string) => form.getInputProps(`${LIST}.${index}.${field}`);
  const kinds = Object.entries(network.paysKinds).map(([value, label]) => ({ value, label }));
  return (
    <Fieldset legend={network.group(index + 1)}>
      <Stack gap="sm">
        {uid && <OnlyFor uid={uid} />}
        <TextInput label={network.groupName} {...props("name")} />
        <SimpleGrid cols={2} spacing="sm">
          <Select label={network.pays} data={kinds} {...props("pays")} />
          <DecimalInput label={network.value} {...props("value")} />
          <TextInput
            label={<OptionalLabel>{network.category}</OptionalLabel>}
            {...props("category")}
          />
          <CountrySelect
            label={<OptionalLabel>{network.country}</OptionalLabel>}
            clearable
            {...props("country")}
            value={country && countryName(country)}
            onChange={(name) =>
              form.setFieldValue(`${LIST}.${index}.country`, countryCode(name ?? ""))
            }
          />
          <TextInput
            label={<OptionalLabel>{network.starts}</OptionalLabel>}
            type="date"
            {...props("starts_at")}
            {...withHelp(network.startsHelp, form.errors[`${LIST}.${index}.starts_at`])}
          />
          <TextInput
            label={<OptionalLabel>{network.ends}</OptionalLabel>}
            type="date"
            {...props("ends_at")}
            {...withHelp(network.endsHelp, form.errors[`${LIST}.${index}.ends_at`])}
          />
        </SimpleGrid>
        {!alone && (
          <Group justify="flex-end">
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => form.removeListItem(LIST, index)}
            >
              {network.removeGroup}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

function OnlyFor({ uid }: { uid: number }) {
  const publisher = usePublisher(uid);
  return <Hint>{network.onlyFor(publisherText(uid, publisher ? nameOf(publisher) : null))}</Hint>;
}
