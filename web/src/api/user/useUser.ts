import { useSuspenseQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import type { User } from "./roles";

/** The signed-in user, which the route guard has already loaded. */
export function useUser(): User {
  return useSuspenseQuery(query("/user/profile")).data;
}
