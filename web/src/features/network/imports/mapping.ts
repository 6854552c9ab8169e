/** How the columns of a file of orders become our fields. */

import type { ImportMapping } from "@/api/gen/types.gen";
import { imports } from "@/text/network/imports";

export type Field = keyof typeof imports.fields;
export const FIELDS = Object.keys(imports.fields) as Field[];

/** What a field is read from: a column, one value for every row, or nothing. */
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
