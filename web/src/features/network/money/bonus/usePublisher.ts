import { useDebouncedValue } from "@mantine/hooks";
import { type QueryClient, useQuery } from "@tanstack/react-query";

import type { NetworkAccount } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { parseId } from "@/ui/base/searchParams";

const DEBOUNCE = 300;

const accountsOf = (uid: number | undefined) => query("/network/accounts", { filter: { uid } });

interface TypedPublisher {
  /** Null where nobody has the ID; undefined while that is not known. */
  publisher: NetworkAccount | null | undefined;
  isLookingUp: boolean;
}

/** The publisher whose ID is being typed. */
export function usePublisher(typed: string): TypedPublisher {
  const [paused] = useDebouncedValue(typed, DEBOUNCE);
  const uid = parseId(typed);
  const { data, isFetching } = useQuery({
    ...accountsOf(uid),
    enabled: uid !== undefined && paused === typed,
  });
  return {
    publisher: uid === undefined ? undefined : data && (data.list[0] ?? null),
    isLookingUp: uid !== undefined && !data && (isFetching || paused !== typed),
  };
}

/** A publisher that was looked up before. */
export function knownPublisher(client: QueryClient, uid: number | undefined) {
  const data = uid === undefined ? undefined : client.getQueryData(accountsOf(uid).queryKey);
  return data && (data.list[0] ?? null);
}

/** How a publisher is named where it matters who it is. */
export const nameOf = ({ publisher, username }: NetworkAccount) => publisher || username;
