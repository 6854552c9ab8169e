/** What a tab keeps while somebody is away at a provider's, and until they have signed in or up. */
import { useSyncExternalStore } from "react";

const BROWSER = "third_browser";
const BINDING = "third_binding";
const TICKET = "third_ticket";

/** An identity that was proven and is nobody's yet: signing in or up connects it. */
export interface Ticket {
  ticket: string;
  provider: string;
  email: string;
  email_verified: boolean;
  name: string;
  next: string | null;
}

/** What the login's file needs of a ticket, so that nothing else of this comes with it. */
export const thirdTicket = {
  keep: (ticket: Ticket) => {
    sessionStorage.setItem(TICKET, JSON.stringify(ticket));
    tell();
  },
  drop: () => {
    sessionStorage.removeItem(TICKET);
    tell();
  },
};

/** A journey to a provider: only the tab that began it can end it. */
export const thirdJourney = {
  /** A secret of this tab; `binding` connects the provider to whoever is signed in. */
  begin: (binding: boolean): string => {
    const browser = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
    sessionStorage.setItem(BROWSER, browser);
    sessionStorage.setItem(BINDING, binding ? "1" : "");
    return browser;
  },
  browser: () => sessionStorage.getItem(BROWSER) ?? "",
  isBinding: () => sessionStorage.getItem(BINDING) === "1",
  end: () => {
    sessionStorage.removeItem(BROWSER);
    sessionStorage.removeItem(BINDING);
  },
};

/** The ticket one came with, if any. */
export function useTicket(): Ticket | null {
  const kept = useSyncExternalStore(listen, () => sessionStorage.getItem(TICKET));
  return kept ? (JSON.parse(kept) as Ticket) : null;
}

const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}
