import { hasPermission, type User } from "@/api/user/roles";
import { linkQuery } from "./LinkEditor";
import { brandQuery } from "./useScopeChips";

/** The queries for the names of the brands and the link in a report's URL. */
export const namesIn = (search: { mcids?: string[]; link_id?: number }, user: User) => [
  ...(search.mcids ?? []).map(brandQuery),
  ...(search.link_id && hasPermission(user, "link.edit") ? [linkQuery(search.link_id)] : []),
];
