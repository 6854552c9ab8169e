import { NativeSelect } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";

import { SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import type { Site } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { channel as words } from "@/text/channels/channel";

import { useRememberChannel } from "./lastChannel";
import { useChannelCount, useChannels } from "./useChannels";

const ALL = "all";
const SEVERAL = "several";

interface ChannelSwitchProps {
  /** The channel in the URL. Without one, it is the default channel; or all of them, where that can be asked. */
  value: number | undefined;
  onChange: (siteId: number | undefined) => void;
  all?: boolean;
  /** How many a filter has chosen, where that is more than one. */
  several?: number;
}

/** The choice of the page's channel, at its top right; hidden for publishers with only one channel. */
export function ChannelSwitch({ value, onChange, all = false, several = 0 }: ChannelSwitchProps) {
  const { uid, default_site } = useUser();
  const channels = useChannels();
  const count = useChannelCount();
  useRememberChannel(uid, value, !all);
  const loading = channels.length === 0;
  const chosen = value ?? (all ? undefined : default_site?.id);
  const unknown = !loading && chosen !== undefined && !channels.some(({ id }) => id === chosen);
  if (count < 2 && !unknown) return null;
  const usual = chosen === default_site?.id ? default_site?.name : undefined;
  const options = [
    ...(all ? [{ value: ALL, label: words.all }] : []),
    ...(several > 1 ? [{ value: SEVERAL, label: words.several(several) }] : []),
    ...(unknown ? [{ value: String(chosen), label: words.missing }] : []),
    ...(loading && chosen ? [{ value: String(chosen), label: usual ?? words.label }] : []),
    ...channels.map((channel) => ({ value: String(channel.id), label: channelLabel(channel) })),
  ];
  return (
    <NativeSelect
      w={{ base: "100%", xs: 240 }}
      aria-label={words.label}
      disabled={loading}
      leftSection={<IconWorld size={16} stroke={1.5} />}
      data={options}
      value={several > 1 ? SEVERAL : String(chosen ?? ALL)}
      onChange={({ currentTarget }) => {
        const picked = Number(currentTarget.value);
        if (currentTarget.value === SEVERAL) return;
        const implied = !all && picked === default_site?.id;
        onChange(Number.isNaN(picked) || implied ? undefined : picked);
      }}
    />
  );
}

/** A channel's name, and whether it still has to be approved. */
export function channelLabel({ name, status }: Pick<Site, "name" | "status">): string {
  return status === SITE_STATUS_APPROVED ? name : words.notApproved(name);
}
