/** The row that a page's URL names, whichever page of its list it is on. */
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Refusal } from "@/api/call";
import { BRAND_UNKNOWN, NOT_FOUND, SITE_INVALID } from "@/api/gen/codes.gen";

const UNKNOWN: number[] = [BRAND_UNKNOWN, NOT_FOUND, SITE_INVALID];

export interface Listed<Row> {
  list: Row[];
}

export interface OpenedRow<Row> {
  row?: Row;
  /** There is no such row. */
  missing: boolean;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface OpenedRowOptions<Row, Answer extends Listed<Row>, Key extends QueryKey> {
  /** The page of the list that is shown. */
  answer: { data?: Listed<Row>; error: Error | null };
  /** Whether it is this row; absent while the URL names none. */
  isOpened: ((row: Row) => boolean) | undefined;
  /** The call that lists this row alone. */
  alone: UseQueryOptions<Answer, Error, Answer, Key>;
}

export function useOpenedRow<Row, Answer extends Listed<Row>, Key extends QueryKey>({
  answer,
  isOpened,
  alone,
}: OpenedRowOptions<Row, Answer, Key>): OpenedRow<Row> {
  const [last, setLast] = useState<Row>();
  const onPage = isOpened && answer.data?.list.find(isOpened);
  const elsewhere = useQuery({
    ...alone,
    enabled: isOpened !== undefined && !onPage && !!(answer.data || answer.error),
  });
  const found = onPage ?? (isOpened && elsewhere.data?.list.find(isOpened));
  if (found && found !== last) setLast(() => found);
  // A row that leaves the page while it is open stays until it is found elsewhere.
  const before = elsewhere.isPending && last && isOpened?.(last) ? last : undefined;
  const { error, isSuccess, isFetching, refetch } = elsewhere;
  const unknown = error instanceof Refusal && UNKNOWN.includes(error.code);
  return {
    row: found ?? before,
    missing: isOpened !== undefined && !onPage && (isSuccess || unknown) && !found,
    error: onPage ? null : error,
    isFetching,
    refetch,
  };
}
