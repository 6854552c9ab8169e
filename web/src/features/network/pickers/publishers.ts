/** Publishers as the network's staff look them up and name them. */
import { type QueryClient, useQuery } from "@tanstack/react-query";

import type { NetworkAccount } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { network } from "@/text/network/network";

export const accountsOf = (uid: number | undefined) =>
  query("/network/accounts", { filter: { uid } });

/** The publisher with an ID; null if there is none, undefined while loading. */
export function usePublisher(uid: number | undefined): NetworkAccount | null | undefined {
  const { data } = useQuery({ ...accountsOf(uid), enabled: uid !== undefined });
  return uid === undefined ? undefined : data && (data.list[0] ?? null);
}

/** A publisher that was looked up before. */
export function knownPublisher(client: QueryClient, uid: number | undefined) {
  const data = uid === undefined ? undefined : client.getQueryData(accountsOf(uid).queryKey);
  return data && (data.list[0] ?? null);
}

/** A publisher's name as shown before an action that concerns it. */
export const nameOf = ({ publisher, username }: NetworkAccount) => publisher || username;

/** A publisher's name with its ID, which tells it from others of the name. */
export const publisherLabel = (account: NetworkAccount) =>
  network.publisherOf(nameOf(account), account.uid);

/** A publisher in a list: its name with its ID; its ID alone if it has no name. */
export const publisherText = (uid: number, name: string | null) =>
  name ? network.publisherOf(name, uid) : network.publisherId(uid);
