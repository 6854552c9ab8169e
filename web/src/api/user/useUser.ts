import { useSuspenseQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import type { User } from "./roles";

/** Who is signed in; the guard has already loaded it. */
export function useUser(): User {
  return useSuspenseQuery(query("/user/profile")).data;
}
