/** The publisher's channels, by which brands, links and reports are filtered. */
import { useQuery } from "@tanstack/react-query";

import { SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import type { Site } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { channel as words } from "@/text/channels/channel";
import { channelsQuery } from "./channelsQuery";

export function useChannels(): Site[] {
  return useQuery(channelsQuery).data?.list ?? [];
}

/** How many channels the publisher has; the profile says it until they are loaded. */
export function useChannelCount(): number {
  const { site_count } = useUser();
  return useChannels().length || site_count;
}

interface ChosenChannel {
  id: number | undefined;
  name: string;
  /** Until the channels are loaded, it is taken to be. */
  approved: boolean;
  /** Whether the publisher has others. */
  oneOfSeveral: boolean;
}

/** The channel that a URL names, or the default one if it names none. */
export function useChannel(siteId: number | undefined): ChosenChannel {
  const { default_site } = useUser();
  const channels = useChannels();
  const id = siteId ?? default_site?.id;
  const current = channels.find((channel) => channel.id === id);
  const usual = default_site?.id === id ? default_site?.name : undefined;
  return {
    id,
    name: current?.name ?? usual ?? words.mine,
    approved: !current || current.status === SITE_STATUS_APPROVED,
    oneOfSeveral: useChannelCount() > 1,
  };
}

/** A channel's name; its id until the names are loaded. */
export function useChannelNames(): (id: number) => string {
  const channels = useChannels();
  return (id) => channels.find((channel) => channel.id === id)?.name ?? String(id);
}
