import { useQuery } from "@tanstack/react-query";

import type { PostbackTypes } from "@/api/gen/types.gen";
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

/** The macros that the events of a type can fill; all of a server of the release before. */
export function macrosOf({ event_types, macros }: PostbackTypes, event: string | number | null) {
  const own = event_types.find(({ id }) => String(id) === String(event))?.macros;
  return own ? macros.filter(({ name }) => own.includes(name)) : macros;
}
