import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { network } from "@/text/network/network";
import type { LazySelectProps } from "@/ui/picker/LazySelect";
import { SearchSelect, useKeyword } from "@/ui/picker/SearchSelect";

const PAGE_SIZE = 20;

interface BrandSelectProps extends Omit<LazySelectProps, "data" | "value" | "onChange"> {
  /** Its mcid; empty for none. */
  value?: string;
  onChange: (mcid: string) => void;
}

/** Picks any brand of the network by its name or ID. */
export function BrandSelect({ value = "", onChange, ...rest }: BrandSelectProps) {
  const { keyword, setTyped } = useKeyword();
  const { data } = useSteadyQuery("/network/brands", {
    filter: { keyword },
    page: { perPage: PAGE_SIZE },
  });
  const name = useBrandName(value || undefined);
  return (
    <SearchSelect
      placeholder={network.brandHint}
      {...rest}
      found={(data?.list ?? []).map((brand) => ({ value: brand.mcid, label: brand.name }))}
      chosen={value ? { value, label: name ?? value } : null}
      onSearch={setTyped}
      onChange={(picked) => onChange(picked ?? "")}
    />
  );
}

export const brandsOf = (mcid: string | undefined) =>
  query("/network/brands", { filter: { mcid } });

/** The name of a brand, once it is known. */
export function useBrandName(mcid: string | undefined): string | undefined {
  const { data } = useQuery({
    ...brandsOf(mcid),
    enabled: mcid !== undefined,
  });
  return data?.list[0]?.name;
}
