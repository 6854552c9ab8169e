/** The most common filter chips: a choice, a number, and a text to search for. */

import { table } from "@/text/core/table";
import { parseId } from "@/ui/base/searchParams";
import type { Chip } from "./FilterBar";
import { ChoiceEditor, TextEditor } from "./FilterEditors";

interface ChoiceChip<V extends string, Usual extends V> {
  key: string;
  name: string;
  /** The text of each value. */
  words: Record<V, string>;
  /** Those to choose from, in their order. */
  of: readonly V[];
  value: V | undefined;
  /** The default; picking it clears the chip. */
  usual?: Usual;
  onChange: (value: Exclude<V, Usual> | undefined) => void;
}

/** A chip for one of a few values. */
export function choiceChip<V extends string, Usual extends V = never>(
  choice: ChoiceChip<V, Usual>,
): Chip {
  const { key, name, words, of, value, usual, onChange } = choice;
  return {
    key,
    name,
    value: value ? words[value] : null,
    edit: (close) => (
      <ChoiceEditor
        label={name}
        options={of.map((each) => ({ value: each, label: words[each] }))}
        value={value ?? usual ?? null}
        onPick={(picked) => {
          onChange(picked === usual ? undefined : (picked as Exclude<V, Usual>));
          close();
        }}
      />
    ),
    onClear: () => onChange(undefined),
  };
}

/** A chip for a number that people type; anything else is no filter. */
export function numberChip(
  key: string,
  name: string,
  value: number | undefined,
  onChange: (value: number | undefined) => void,
): Chip {
  const text = value === undefined ? undefined : String(value);
  return textChip(key, name, text, (typed) => onChange(parseId(typed)));
}

/** A chip for a text to search for. */
export function textChip(
  key: string,
  name: string,
  value: string | undefined,
  onChange: (value: string | undefined) => void,
): Chip {
  return {
    key,
    name,
    value: value === "" ? table.none : (value ?? null),
    edit: (close) => (
      <TextEditor
        label={name}
        value={value ?? null}
        onApply={(typed) => {
          onChange(typed);
          close();
        }}
      />
    ),
    onClear: () => onChange(undefined),
  };
}
