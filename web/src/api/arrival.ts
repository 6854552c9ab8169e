/** Waits for the content above before rendering what follows, so that this does not shift. */
import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useQueries,
} from "@tanstack/react-query";
import { useDeferredValue } from "react";

// biome-ignore lint/suspicious/noExplicitAny: reads of any answers
export type Read = UseQueryOptions<any, Error, any, any> & { queryKey: QueryKey };

/** Whether the reads of what stands above have answered, or failed; as late as lists, which are rendered piece by piece, show it. */
export function useArrival(...queries: Read[]): boolean {
  const arrived = useQueries({
    queries,
    // Fetched, not pending: a read that failed is asked for anew by what is shown, and would give way to the skeleton again.
    combine: (answers) => answers.every(({ isFetched }) => isFetched),
  });
  return useDeferredValue(arrived);
}

/** Loads the names of a URL's filters when the page is entered; without an answer they show identifiers. */
export async function loadNames(client: QueryClient, cause: string, reads: Read[]) {
  if (cause !== "stay") await Promise.all(reads.map((each) => client.prefetchQuery(each)));
}
