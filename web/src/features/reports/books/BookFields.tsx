import { Select, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import type { ImportMapping } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { books } from "@/text/reports/books";
import { Hint } from "@/ui/base/Hint";
import { sourceOf, withSource } from "@/ui/imports/mapping";
import { currencies, zones } from "@/ui/picker/zonesAndCurrencies";

type Field = keyof typeof books.fields;
const FIELDS = Object.keys(books.fields) as Field[];
const NONE = "none";
const VALUE = "value:";
const COLUMN = "column:";

interface BookFieldsProps {
  columns: string[];
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/** The mapping of a file's columns, and the time zone of its days. */
export function BookFields({ columns, mapping, onChange }: BookFieldsProps) {
  return (
    <Stack gap="sm">
      <Title order={2}>{books.columns}</Title>
      <Hint size="sm">{books.columnsHelp}</Hint>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} verticalSpacing="sm">
        {FIELDS.map((field) => (
          <FieldColumn
            key={field}
            field={field}
            columns={columns}
            mapping={mapping}
            onChange={onChange}
          />
        ))}
        <Select
          label={books.zone}
          data={zones(mapping.time_zone ?? "UTC")}
          value={mapping.time_zone ?? "UTC"}
          searchable
          limit={100}
          onChange={(zone) => zone && onChange({ ...mapping, time_zone: zone })}
        />
      </SimpleGrid>
    </Stack>
  );
}

function FieldColumn({ field, columns, mapping, onChange }: BookFieldsProps & { field: Field }) {
  const { currency } = useUser();
  const source = sourceOf(mapping, field);
  const value =
    source === null ? NONE : "column" in source ? COLUMN + source.column : VALUE + source.value;
  const none = { value: NONE, label: books.notInFile };
  const inFile = columns.map((column) => ({ value: COLUMN + column, label: column }));
  const all = currencies(currency).map(({ value: code }) => ({
    value: VALUE + code,
    label: books.oneCurrency(code),
  }));
  return (
    <Select
      label={books.fields[field]}
      data={field === "currency" ? [...inFile, ...all] : [none, ...inFile]}
      value={value}
      searchable={field === "currency"}
      limit={100}
      onChange={(picked) => {
        if (picked === null || picked === NONE) onChange(withSource(mapping, field, null));
        else if (picked.startsWith(COLUMN))
          onChange(withSource(mapping, field, { column: picked.slice(COLUMN.length) }));
        else onChange(withSource(mapping, field, { value: picked.slice(VALUE.length) }));
      }}
    />
  );
}

interface DayFieldsProps {
  start: string;
  end: string;
  onChange: (start: string, end: string) => void;
}

/** The days whose recorded orders are compared, where they are not those of the file. */
export function DayFields({ start, end, onChange }: DayFieldsProps) {
  return (
    <Stack gap={4}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} verticalSpacing="sm">
        <TextInput
          name="start_date"
          type="date"
          label={books.startDate}
          value={start}
          onChange={({ currentTarget }) => onChange(currentTarget.value, end)}
        />
        <TextInput
          name="end_date"
          type="date"
          label={books.endDate}
          value={end}
          onChange={({ currentTarget }) => onChange(start, currentTarget.value)}
        />
      </SimpleGrid>
      <Hint size="sm">{books.daysHelp}</Hint>
    </Stack>
  );
}
