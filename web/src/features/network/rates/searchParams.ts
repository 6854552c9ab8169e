/** The search parameters in the URL of the operators' list of exchange rates. */

import type { CallInput } from "@/api/call";
import { type FormSearch, formSearch, pageOf } from "@/features/network/searchParams";
import { parseText } from "@/ui/base/searchParams";

export interface RatesSearch extends FormSearch {
  base?: string;
  quote?: string;
  /** The day of a rate that is added. */
  day?: string;
}

export function ratesSearch(search: Record<string, unknown>): RatesSearch {
  const form = formSearch(search);
  return {
    ...form,
    base: parseCurrency(search.base),
    quote: parseCurrency(search.quote),
    day: form.add && parseText(search.day),
  };
}

/** A currency as people type it; what cannot be one is no filter. */
function parseCurrency(value: unknown): string | undefined {
  const code = parseText(value)?.trim().toUpperCase();
  return code && /^[A-Z]{3}$/.test(code) ? code : undefined;
}

export function ratesInput(search: RatesSearch) {
  const { base, quote } = search;
  return { filter: { base, quote }, page: pageOf(search) } satisfies CallInput<"/network/rates">;
}
