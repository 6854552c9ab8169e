import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Data } from "@/api/call";
import { brand as words } from "@/text/publisher/brand";
import { CardList } from "@/ui/table/CardList";

import { BrandCard } from "./BrandCard";

type BrandsAnswer = UseQueryResult<Data<"/brands/find">>;

export interface BrandListProps {
  answer: BrandsAnswer;
  siteId: number | undefined;
  empty: ReactNode;
  pages: ReactNode;
}

/** Brands to look at one by one. */
export function BrandCards({ siteId, ...list }: BrandListProps) {
  return (
    <CardList
      {...list}
      label={words.list}
      size="sm"
      expected={9}
      height={204}
      card={(brand) => <BrandCard key={brand.mcid} brand={brand} siteId={siteId} />}
    />
  );
}
