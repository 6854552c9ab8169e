import { Group } from "@mantine/core";

import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/publisher/broken";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";
import { LazySelect } from "@/ui/picker/LazySelect";
import { BROKEN_STATES, type BrokenSearch } from "./search";

interface BrokenFiltersProps {
  search: BrokenSearch;
  rows: BrokenLink[];
  onSearch: (change: Partial<BrokenSearch>) => void;
}

/** What the list is narrowed to: a state, a fault, a brand of the list, a channel. */
export function BrokenFilters({ search, rows, onSearch }: BrokenFiltersProps) {
  const brands = new Map(rows.map(({ mcid, brand_name }) => [mcid, brand_name]));
  if (search.brand && !brands.has(search.brand)) brands.set(search.brand, search.brand);
  return (
    <Group gap="xs" role="search">
      <LazySelect
        aria-label={words.state}
        allowDeselect={false}
        data={BROKEN_STATES.map((state) => ({ value: state, label: words.states[state] }))}
        value={search.state ?? "open"}
        onChange={(state) => onSearch({ state: (state ?? undefined) as BrokenLink["state"] })}
      />
      <LazySelect
        aria-label={words.fault}
        placeholder={words.anyFault}
        clearable
        data={Object.entries(words.faults).map(([value, label]) => ({ value, label }))}
        value={search.fault ? String(search.fault) : null}
        onChange={(fault) =>
          onSearch({ fault: fault ? (Number(fault) as BrokenLink["type"]) : undefined })
        }
      />
      <LazySelect
        aria-label={words.brand}
        placeholder={words.allBrands}
        clearable
        data={[...brands].map(([value, label]) => ({ value, label }))}
        value={search.brand ?? null}
        onChange={(brand) => onSearch({ brand: brand ?? undefined })}
      />
      <ChannelSwitch all value={search.channel} onChange={(channel) => onSearch({ channel })} />
    </Group>
  );
}
