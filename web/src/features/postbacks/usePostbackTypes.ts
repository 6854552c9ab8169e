import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";

export const typesQuery = { ...query("/postback/get_type"), staleTime: Infinity };

/**
 * The event types, macros and templates for postbacks, and the titles of events by their numbers.
 */
export function usePostbackTypes() {
  const { data: types } = useQuery(typesQuery);
  const titles = new Map(types?.event_types.map(({ id, title }) => [id, title]));
  return { types, titleOf: (event: number) => titles.get(event as 1) ?? String(event) };
}
