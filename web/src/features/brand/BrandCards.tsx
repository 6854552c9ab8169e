import { Box, Paper, Skeleton, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Data } from "@/api/call";
import { brand as words } from "@/text/brand";
import { common } from "@/text/common";
import { FailedState } from "@/ui/FailedState";
import { repeated } from "@/ui/repeated";

import { BrandCard } from "./BrandCard";
import classes from "./Brands.module.css";

export type BrandsAnswer = UseQueryResult<Data<"/brands/find">>;

const EXPECTED = 9;
const HEIGHT = 204;

interface BrandCardsProps {
  answer: BrandsAnswer;
  empty: ReactNode;
  pages: ReactNode;
}

/** Brands to look at one by one, in all the states of a listing. */
export function BrandCards({ answer, empty, pages }: BrandCardsProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = answer;
  if (!data && error) {
    return (
      <Paper>
        <FailedState error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Paper>
    );
  }
  if (!data) {
    return (
      <div className={classes.cards} aria-busy="true">
        <VisuallyHidden>{common.loading}</VisuallyHidden>
        {repeated(EXPECTED, (card) => (
          <Skeleton key={card} h={HEIGHT} radius="lg" />
        ))}
      </div>
    );
  }
  if (data.list.length === 0) return <Paper>{empty}</Paper>;
  return (
    <>
      <Box
        component="ul"
        className={isPlaceholderData ? `${classes.cards} ${classes.dimmed}` : classes.cards}
        aria-label={words.list}
        aria-busy={isPlaceholderData}
      >
        {data.list.map((brand) => (
          <BrandCard key={brand.mcid} brand={brand} />
        ))}
      </Box>
      {pages}
    </>
  );
}
