import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { seesMoney, type User } from "./roles";

/**
 * Whether the signed-in user sees amounts. Replies have none for whoever does not, so columns, cards and filters that
 * are about amounts are left out. True while nobody is signed in.
 */
export function useMoney(): boolean {
  const user: User | undefined = useQuery({ ...query("/user/profile"), enabled: false }).data;
  return user === undefined || seesMoney(user);
}
