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
  /** The values to choose from, in order. */
  of: readonly V[];
  value: V | undefined;
  /** The default; picking it clears the chip. */
  usual?: Usual;
  /** Whether the default is shown as well, where a list always shows one kind. */
  always?: boolean;
  onChange: (value: Exclude<V, Usual> | undefined) => void;
}

/** A chip for one of a few values. */
export function choiceChip<V extends string, Usual extends V = never>(
  choice: ChoiceChip<V, Usual>,
): Chip {
  const { key, name, words, of, value, usual, always, onChange } = choice;
  const shown = value ?? (always ? usual : undefined);
  return {
    key,
    name,
    value: shown ? words[shown] : null,
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
    onClear: value ? () => onChange(undefined) : undefined,
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

/** Chips of what a page's search keeps under their keys. */
export function chipsOf<S extends object>(search: S, onChange: (change: Partial<S>) => void) {
  const set = (key: keyof S) => (value: unknown) => onChange({ [key]: value } as Partial<S>);
  return {
    /** One of a few; picking the usual one takes it out of the search. */
    choice<K extends keyof S & string, Usual extends string = never>(
      key: K,
      name: string,
      words: Record<Extract<S[K], string> | Usual, string>,
      of: ReadonlyArray<Extract<S[K], string> | Usual>,
      usual?: Usual,
    ): Chip {
      const value = search[key] as Extract<S[K], string> | undefined;
      return choiceChip({ key, name, words, of, value, usual, onChange: set(key) });
    },
    /** Whether or not. */
    either(key: keyof S & string, name: string, words: Record<"yes" | "no", string>): Chip {
      const value = search[key] === undefined ? undefined : search[key] ? "yes" : "no";
      const onPick = (picked: string | undefined) => set(key)(picked && picked === "yes");
      return choiceChip({ key, name, words, of: ["yes", "no"], value, onChange: onPick });
    },
    text: (key: keyof S & string, name: string): Chip =>
      textChip(key, name, search[key] as string | undefined, set(key)),
  };
}
