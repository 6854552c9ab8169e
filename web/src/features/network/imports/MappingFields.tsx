import { Select, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import type { AmountOf, ImportMapping } from "@/api/gen/types.gen";
import { BrandSelect } from "@/features/network/pickers/BrandSelect";
import { imports } from "@/text/network/imports";
import { Hint } from "@/ui/base/Hint";
import { FIELDS, type Field, sourceOf, withSource } from "@/ui/imports/mapping";

const NONE = "none";
const VALUE = "value";
const COLUMN = "column:";

interface MappingFieldsProps {
  columns: string[];
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/** A source for each field of an order: a column of the file, or one value for every row. */
export function MappingFields({ columns, mapping, onChange }: MappingFieldsProps) {
  return (
    <Stack gap="sm">
      <Title order={2}>{imports.mapping}</Title>
      <Hint size="sm">{imports.mappingHelp}</Hint>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} verticalSpacing="sm">
        {FIELDS.map((field) => (
          <FieldSource
            key={field}
            field={field}
            columns={columns}
            mapping={mapping}
            onChange={onChange}
          />
        ))}
        <Select
          label={imports.amountOf}
          data={imports.amountsOf}
          value={mapping.amount_of ?? "row"}
          onChange={(value) => onChange({ ...mapping, amount_of: value as AmountOf })}
        />
        <TextInput
          name="time_format"
          label={imports.timeFormat}
          description={imports.timeFormatHelp}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={mapping.time_format ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...mapping, time_format: value || null })
          }
        />
        <TextInput
          name="time_zone"
          label={imports.timeZone}
          value={mapping.time_zone ?? "UTC"}
          onChange={({ currentTarget: { value } }) => onChange({ ...mapping, time_zone: value })}
        />
      </SimpleGrid>
    </Stack>
  );
}

interface FieldSourceProps extends MappingFieldsProps {
  field: Field;
}

function FieldSource({ field, columns, mapping, onChange }: FieldSourceProps) {
  const label = imports.fields[field];
  const source = sourceOf(mapping, field);
  const chosen = source === null ? NONE : "column" in source ? COLUMN + source.column : VALUE;
  const pick = (value: string | null) => {
    if (value === VALUE) onChange(withSource(mapping, field, { value: "" }));
    else if (value === null || value === NONE) onChange(withSource(mapping, field, null));
    else onChange(withSource(mapping, field, { column: value.slice(COLUMN.length) }));
  };
  return (
    <Stack gap={4}>
      <Select
        label={label}
        data={[
          { value: NONE, label: imports.notMapped },
          ...columns.map((column) => ({ value: COLUMN + column, label: column })),
          { value: VALUE, label: imports.sameValue },
        ]}
        value={chosen}
        onChange={pick}
      />
      {source !== null &&
        "value" in source &&
        (field === "mcid" ? (
          <BrandSelect
            name={field}
            aria-label={imports.value(label)}
            value={source.value}
            onChange={(value) => onChange(withSource(mapping, field, { value }))}
          />
        ) : (
          <TextInput
            name={field}
            aria-label={imports.value(label)}
            value={source.value}
            onChange={({ currentTarget: { value } }) =>
              onChange(withSource(mapping, field, { value }))
            }
          />
        ))}
    </Stack>
  );
}
