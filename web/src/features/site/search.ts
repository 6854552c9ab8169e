/** What Channel Management keeps in its URL: the channel whose form, or whose proof, is open. */
import { parseId } from "@/ui/base/searchParams";

export const NEW = "new";

export interface ChannelSearch {
  edit?: number | typeof NEW;
  verify?: number;
}

export function channelSearch({ edit, verify }: Record<string, unknown>): ChannelSearch {
  return { edit: edit === NEW ? NEW : parseId(edit), verify: parseId(verify) };
}

/** All of them: nobody has so many channels that pages would help. */
export const channelsInput = { page: { curPage: 1, perPage: 1_000 } };
