/** What Channel Management keeps in its URL: the channel whose form is open. */
import { id } from "@/ui/search";

export const NEW = "new";

export interface ChannelSearch {
  edit?: number | typeof NEW;
}

export function channelSearch({ edit }: Record<string, unknown>): ChannelSearch {
  return { edit: edit === NEW ? NEW : id(edit) };
}

/** All of them: nobody has so many channels that pages would help. */
export const channelsAsk = { page: { curPage: 1, perPage: 1_000 } };
