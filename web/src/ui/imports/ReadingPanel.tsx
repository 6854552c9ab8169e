import { Box, Stack, Text, Title } from "@mantine/core";

import type { FieldReading, ImportMapping, ImportPreview } from "@/api/gen/types.gen";
import { imports } from "@/text/network/imports";
import { DetailRow } from "@/ui/layout/DetailRow";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

interface LayoutFactsProps {
  encoding: string;
  delimiter: string;
  headerLine: number;
  titles: string[];
}

/** The detected layout of a file: its encoding, delimiter and header. */
export function LayoutFacts({ encoding, delimiter, headerLine, titles }: LayoutFactsProps) {
  return (
    <Stack gap={4}>
      <DetailRow name={imports.encoding}>{imports.encodingName(encoding)}</DetailRow>
      <DetailRow name={imports.delimiter}>{imports.delimiterName(delimiter)}</DetailRow>
      <DetailRow name={imports.headerLine}>{headerLine}</DetailRow>
      {titles.length > 0 && (
        <DetailRow name={imports.titles}>
          {titles.map((title) => (
            <div key={title}>{title}</div>
          ))}
        </DetailRow>
      )}
    </Stack>
  );
}

/** How a file of orders is read: its layout, and each column with a cell of it before and after. */
export function ReadingPanel({ preview }: { preview: ImportPreview }) {
  const { reading, fields, shop, notes, titles } = preview;
  return (
    <Stack gap="sm">
      <Title order={2}>{imports.reading}</Title>
      {shop && <Text size="sm">{imports.shop(shop)}</Text>}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}.
        </Text>
      ))}
      <LayoutFacts
        encoding={reading.encoding ?? ""}
        delimiter={reading.delimiter ?? ""}
        headerLine={reading.header_line ?? 1}
        titles={titles}
      />
      {fields.length > 0 && (
        <Box role="region" aria-label={imports.reading} tabIndex={0} style={{ overflowX: "auto" }}>
          <SmallTable label={imports.reading} miw="max-content">
            <thead>
              <tr>
                <Head>{imports.field}</Head>
                <Head>{imports.column}</Head>
                <Head>{imports.cell}</Head>
                <Head>{imports.readAs}</Head>
                <Head>{imports.how}</Head>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.field}>
                  <Cell>{imports.fieldName(field.field)}</Cell>
                  <Cell>{field.column ?? imports.sameValue}</Cell>
                  <Cell>{field.cell}</Cell>
                  <Cell>{field.value || (field.cell && imports.readAsNothing)}</Cell>
                  <Cell>{howRead(field, reading)}</Cell>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Box>
      )}
    </Stack>
  );
}

/** By which rules the cells of a field are read. */
function howRead({ field, column }: FieldReading, reading: ImportMapping): string {
  const sign = reading.decimal_signs?.[field];
  const rules = [
    sign && imports.decimalSigns[sign],
    field === "order_time" && column !== null && timeRule(reading),
    field === "amount" && reading.amount_of === "order" && imports.amountOfOrder,
    reading.carried?.includes(field) && imports.carried,
  ];
  return rules.filter(Boolean).join("; ");
}

function timeRule({ time_format, date_order, time_zone }: ImportMapping): string {
  const form = time_format ?? (date_order ? imports.dateOrders[date_order] : imports.oneReading);
  return `${form}; ${imports.zone(time_zone ?? "UTC")}`;
}
