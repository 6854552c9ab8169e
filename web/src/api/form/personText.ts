import { refusals } from "@/text/core/refusals";

/** A text about a publisher's company, for a person: the catalogue speaks of companies. */
export function personText(text: string): string {
  return text
    .replace(/^Company name/, refusals.personName)
    .replace(/^Company (\w)/, (_, first: string) => first.toUpperCase());
}
