import { Paper, Skeleton, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { common } from "@/text/common";

import classes from "./CardList.module.css";
import { FailedState } from "./FailedState";
import { repeated } from "./repeated";

interface CardListProps<T> {
  answer: UseQueryResult<{ list: T[] }>;
  /** How many cards to expect, and how high they are. */
  expected: number;
  height: number;
  /** What stands in place of no cards: an EmptyState. */
  empty: ReactNode;
  /** A card, which is an `li`. */
  card: (each: T, list: T[]) => ReactNode;
}

/** A few things as cards side by side, in all their states. */
export function CardList<T>({ answer, expected, height, empty, card }: CardListProps<T>) {
  const { data, error, isFetching, refetch } = answer;
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
        {repeated(expected, (place) => (
          <Skeleton key={place} h={height} radius="lg" />
        ))}
      </div>
    );
  }
  if (data.list.length === 0) return <Paper>{empty}</Paper>;
  return <ul className={classes.cards}>{data.list.map((each) => card(each, data.list))}</ul>;
}
