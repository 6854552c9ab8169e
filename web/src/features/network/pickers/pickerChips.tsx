/** The filter chips of a publisher and a brand, by their names. */

import { network } from "@/text/network/network";
import type { Chip } from "@/ui/filter/FilterBar";
import { BrandSelect, useBrandName } from "./BrandSelect";
import { PublisherSelect } from "./PublisherSelect";
import { publisherLabel, usePublisher } from "./publishers";

const EDITOR = { size: "xs", w: 280, "data-autofocus": true, openOnFocus: true } as const;

export function usePublisherChip(
  uid: number | undefined,
  onPick: (uid: number | undefined) => void,
): Chip {
  const publisher = usePublisher(uid);
  return {
    key: "uid",
    name: network.publisher,
    value: publisher ? publisherLabel(publisher) : (uid?.toString() ?? null),
    edit: (close) => (
      <PublisherSelect
        {...EDITOR}
        label={network.publisher}
        value={uid ?? ""}
        onChange={(picked) => {
          onPick(picked || undefined);
          close();
        }}
      />
    ),
    onClear: () => onPick(undefined),
  };
}

export function useBrandChip(
  mcid: string | undefined,
  onPick: (mcid: string | undefined) => void,
): Chip {
  const name = useBrandName(mcid);
  return {
    key: "mcid",
    name: network.brand,
    value: name ?? mcid ?? null,
    edit: (close) => (
      <BrandSelect
        {...EDITOR}
        label={network.brand}
        value={mcid ?? ""}
        onChange={(picked) => {
          onPick(picked || undefined);
          close();
        }}
      />
    ),
    onClear: () => onPick(undefined),
  };
}
