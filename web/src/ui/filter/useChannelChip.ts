/** The filter chip of a channel, for publishers with several. */
import { channel as words } from "@/text/channels/channel";
import { channelLabel } from "@/ui/picker/ChannelSwitch";
import { useChannelCount, useChannels } from "@/ui/picker/useChannels";
import { choiceChip } from "./chips";
import type { Chip } from "./FilterBar";

export function useChannelChip(
  value: number | undefined,
  onPick: (siteId: number | undefined) => void,
): Chip[] {
  const channels = useChannels();
  const count = useChannelCount();
  const labels = Object.fromEntries(channels.map((site) => [String(site.id), channelLabel(site)]));
  if (value !== undefined) labels[value] ??= words.missing;
  if (count < 2 && value === undefined) return [];
  return [
    choiceChip({
      key: "channel",
      name: words.label,
      words: labels,
      of: Object.keys(labels),
      value: value?.toString(),
      onChange: (picked) => onPick(picked === undefined ? undefined : Number(picked)),
    }),
  ];
}
