/** The names of links in reports: the note that the publisher gave them, or their code. */
import type { Link } from "@/api/gen/types.gen";
import { report } from "@/text/reports/report";

interface LinkNames {
  link_code?: string | null;
  link_note?: string | null;
}

/** By its note, or by its code if it has none. */
export function linkName({ link_code, link_note }: LinkNames): string {
  return link_note || link_code || report.deletedLink;
}

/** A link where its brand is not beside it. */
export function linkLabel({ brand_name, code, note }: Link): string {
  return report.linkOf(brand_name, note || code);
}
