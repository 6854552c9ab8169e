/** The search parameters in the URL of Channel Management: the channel whose form, or whose proof, is open. */
import { parseId } from "@/ui/base/searchParams";

export const NEW = "new";

export interface ChannelSearch {
  edit?: number | typeof NEW;
  verify?: number;
  /** The visitor was redirected from a page that needs a channel. */
  needed?: true;
}

export function channelSearch({ edit, verify, needed }: Record<string, unknown>): ChannelSearch {
  return {
    edit: edit === NEW ? NEW : parseId(edit),
    verify: parseId(verify),
    needed: needed === true || undefined,
  };
}
