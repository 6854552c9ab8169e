import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Data } from "@/api/call";
import { brand as words } from "@/text/publisher/brand";
import { CardList } from "@/ui/table/CardList";

import { BrandCard } from "./BrandCard";

export type BrandsAnswer = UseQueryResult<Data<"/brands/find">>;

interface BrandCardsProps {
  answer: BrandsAnswer;
  empty: ReactNode;
  pages: ReactNode;
}

/** Brands to look at one by one. */
export function BrandCards(props: BrandCardsProps) {
  return (
    <CardList
      {...props}
      label={words.list}
      size="sm"
      expected={9}
      height={204}
      card={(brand) => <BrandCard key={brand.mcid} brand={brand} />}
    />
  );
}
