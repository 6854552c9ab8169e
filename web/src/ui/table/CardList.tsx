import { Paper, Skeleton, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";

import { common } from "@/text/core/common";
import { repeat } from "@/ui/base/repeat";
import { ErrorState } from "@/ui/feedback/ErrorState";
import classes from "./CardList.module.css";

interface CardListProps<T> {
  answer: Pick<UseQueryResult, "error" | "isFetching" | "isPlaceholderData" | "refetch"> & {
    data: { list: T[] } | undefined;
  };
  label?: string;
  /** The minimum width of a card. */
  size?: "sm" | "md";
  /** How many cards to expect, and how high they are. */
  expected: number;
  height: number;
  /** Shown if there are no cards: an EmptyState. */
  empty: ReactNode;
  /** A card, which is an `li`. */
  card: (each: T, list: T[]) => ReactNode;
  /** The pager, where there may be more of them. */
  pages?: ReactNode;
}

/** A listing as cards, in all its states. */
export function CardList<T>(props: CardListProps<T>) {
  const { answer, label, size = "md", expected, height, empty, card, pages } = props;
  const { error, isFetching, isPlaceholderData, refetch } = answer;
  // Many cards are rendered in steps, so that input is handled in between.
  const data = useDeferredValue(answer.data);
  if (!data && error) {
    return (
      <Paper>
        <ErrorState what={label} error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Paper>
    );
  }
  if (!data) {
    return (
      <div className={classes.cards} data-size={size} aria-busy="true">
        <VisuallyHidden>{common.loading}</VisuallyHidden>
        {repeat(expected, (index) => (
          <Skeleton key={index} h={height} radius="lg" />
        ))}
      </div>
    );
  }
  if (data.list.length === 0) return <Paper>{empty}</Paper>;
  return (
    <>
      <ul
        className={classes.cards}
        data-size={size}
        data-dimmed={isPlaceholderData || undefined}
        aria-label={label}
        aria-busy={isPlaceholderData}
      >
        {data.list.map((each) => card(each, data.list))}
      </ul>
      {pages}
    </>
  );
}
