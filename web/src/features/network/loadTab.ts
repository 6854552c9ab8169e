import type { QueryClient } from "@tanstack/react-query";

import { loadNames, type Read } from "@/api/arrival";
import type { User } from "@/api/user/roles";
import { mayOpenTab } from "@/api/user/tabPermissions";

import { brandsOf } from "./pickers/BrandSelect";
import { accountsOf } from "./pickers/publishers";
import type { Tab } from "./searchParams";

interface Loading {
  context: { queryClient: QueryClient; user: User };
  cause: string;
}

/**
 * Loads a list, and waits for the names in its filters; does nothing if the operator may not open
 * it.
 */
export function loadTab(
  tab: Tab,
  { context: { queryClient, user }, cause }: Loading,
  reads: Read[],
  { uid, mcid }: { uid?: number | null; mcid?: string | null } = {},
) {
  if (!mayOpenTab(user, tab)) return;
  for (const read of reads) void queryClient.prefetchQuery(read);
  return loadNames(queryClient, cause, [
    ...(uid ? [accountsOf(uid)] : []),
    ...(mcid ? [brandsOf(mcid)] : []),
  ]);
}
