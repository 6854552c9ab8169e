import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";

import type { ScopeSearch } from "./searchParams";

interface SiteSwitchProps {
  search: ScopeSearch;
  onChange: (change: Pick<ScopeSearch, "site_ids">) => void;
}

/** All channels, or one; a filter can choose several. */
export function SiteSwitch({ search: { site_ids = [] }, onChange }: SiteSwitchProps) {
  return (
    <ChannelSwitch
      all
      value={site_ids[0]}
      several={site_ids.length}
      onChange={(id) => onChange({ site_ids: id === undefined ? undefined : [id] })}
    />
  );
}
