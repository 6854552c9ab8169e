/** Waits for the content above before rendering the content below it, so that nothing shifts. */
import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useQueries,
} from "@tanstack/react-query";
import { useDeferredValue } from "react";

// biome-ignore lint/suspicious/noExplicitAny: reads of any answers
export type Read = UseQueryOptions<any, Error, any, any> & { queryKey: QueryKey };

/**
 * Whether the queries of the content above have settled. It follows with the same delay as the
 * lists, which are rendered piece by piece.
 */
export function useArrival(...queries: Read[]): boolean {
  const arrived = useQueries({
    queries,
    // Fetched, not pending: a read that failed is asked for anew by what is shown, and would give way to the skeleton again.
    combine: (answers) => answers.every(({ isFetched }) => isFetched),
  });
  return useDeferredValue(arrived);
}

/**
 * Loads the names in a URL's filters when the page is opened; until they are known, filters show
 * identifiers.
 */
export async function loadNames(client: QueryClient, cause: string, reads: Read[]) {
  if (cause !== "stay") await Promise.all(reads.map((each) => client.prefetchQuery(each)));
}
