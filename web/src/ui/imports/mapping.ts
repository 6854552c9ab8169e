/** The mapping of an order file's columns to the portal's fields. */

import type { DateOrder, DecimalSign, ImportMapping, ImportQuestion } from "@/api/gen/types.gen";
import { imports } from "@/text/network/imports";

export type Field = keyof typeof imports.fields;
export const FIELDS = Object.keys(imports.fields) as Field[];

/** The source of a field: a column, one value for every row, or nothing. */
export type Source = { column: string } | { value: string } | null;

export function sourceOf(mapping: ImportMapping, field: Field): Source {
  const column = mapping.columns[field];
  if (column !== undefined) return { column };
  const value = mapping.constants?.[field];
  return value === undefined ? null : { value };
}

/** The mapping with another source of one field. */
export function withSource(mapping: ImportMapping, field: Field, source: Source): ImportMapping {
  const { [field]: _, ...columns } = mapping.columns;
  const { [field]: __, ...constants } = mapping.constants ?? {};
  if (source && "column" in source) columns[field] = source.column;
  else if (source) constants[field] = source.value;
  return { ...mapping, columns, constants };
}

/** The mapping with an answer to a question: a decimal sign, the order of dates, or a column. */
export function withAnswer(
  mapping: ImportMapping,
  { field }: ImportQuestion,
  choice: string,
): ImportMapping {
  if (isDecimalSign(choice))
    return { ...mapping, decimal_signs: { ...mapping.decimal_signs, [field]: choice } };
  if (isDateOrder(choice)) return { ...mapping, date_order: choice };
  return withSource(mapping, field as Field, { column: choice });
}

/** The name of a choice: a decimal sign or an order of dates in words, a column by its heading. */
export function choiceName(choice: string): string {
  if (isDecimalSign(choice)) return imports.decimalSigns[choice];
  return isDateOrder(choice) ? imports.dateOrders[choice] : choice;
}

const isDecimalSign = (choice: string): choice is DecimalSign => choice in imports.decimalSigns;
const isDateOrder = (choice: string): choice is DateOrder => choice in imports.dateOrders;
