/**
 * The channel that pages about brands and links were on last, in this tab: links to such pages carry it in their URL.
 * Like drafts, it is stored under the account's uid and removed at sign-out.
 */
import { useEffect, useSyncExternalStore } from "react";

import { readDraft, saveDraft } from "@/api/form/formDraft";

const listeners = new Set<() => void>();

const nameOf = (uid: number) => `channel last ${uid}`;
const read = (uid: number) => readDraft<{ site_id: number }>(nameOf(uid)).site_id;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The channel for links to such pages; the default one if absent. */
export function useLastChannel(uid: number): number | undefined {
  return useSyncExternalStore(subscribe, () => read(uid));
}

/** Remembers a channel that was chosen; none is the default one. */
export function rememberChannel(uid: number, siteId: number | undefined) {
  if (read(uid) === siteId) return;
  saveDraft(nameOf(uid), { site_id: siteId });
  for (const listener of listeners) listener();
}

/** Remembers the channel of the page that is shown, unless the page is about all of them. */
export function useRememberChannel(uid: number, siteId: number | undefined, isOne: boolean) {
  useEffect(() => {
    if (isOne) rememberChannel(uid, siteId);
  }, [uid, siteId, isOne]);
}
