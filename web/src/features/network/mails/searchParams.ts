/** The search parameters in the URL of the operators' list of undelivered mails. */

import type { CallInput } from "@/api/call";
import { type PagedSearch, pagedSearch, pageOf } from "@/features/network/searchParams";
import { parseId } from "@/ui/base/searchParams";

export interface MailsSearch extends PagedSearch {
  uid?: number;
}

export const mailsSearch = (search: Record<string, unknown>): MailsSearch => ({
  ...pagedSearch(search),
  uid: parseId(search.uid),
});

export const mailsInput = (search: MailsSearch) =>
  ({
    filter: { uid: search.uid },
    page: pageOf(search),
  }) satisfies CallInput<"/network/undelivered_mails">;
