import { create } from "zustand";

import { clearDrafts } from "./clearDrafts";

const TOKEN = "token";
/** The session of the account itself, while another one is in its sandbox. */
const LIVE_TOKEN = "live_token";
const REFERER = "referer_uid";
/** Written and removed at once: it tells the other tabs about a sign-out. */
const SIGNED_OUT = "signed_out";
/** The same about a switch to another publisher. */
const SWITCHED = "switched";
/** Says to the page loaded after a switch in which tab it was made; it outlasts that load, and no more. */
const ARRIVAL = "switch_arrival";

interface Session {
  token: string;
  /**
   * True if the portal or another tab ended the session, not the user: the next sign-in returns to
   * this page.
   */
  ended: boolean;
  signIn: (token: string) => void;
  /** Ends it as the person asked: form drafts are removed, here and in the other tabs. */
  forget: () => void;
  /** Ends it because it expired or was revoked: form drafts are kept for the next sign-in. */
  end: () => void;
  /**
   * Goes on with a session for another publisher, at the first page. Nothing of the former one is left, here and in the
   * other tabs.
   */
  switchTo: (token: string) => void;
  /** Goes on in the sandbox with a session of its own, at its page; the account's session waits. */
  enterSandbox: (token: string) => void;
  /** Goes back to the account, whose session has gone on meanwhile. */
  leaveSandbox: () => void;
  /** Makes the next calls by the account's session, which waits while this one is in the sandbox; false if none does. */
  takeAccount: () => boolean;
}

/** The session's token, kept in the browser's storage; `/user/profile` has its user. */
export const useSession = create<Session>()((set, get) => ({
  token: localStorage.getItem(TOKEN) ?? "",
  ended: false,
  signIn: (token) => {
    localStorage.setItem(TOKEN, token);
    set({ token, ended: false });
  },
  forget: () => {
    clearStorage();
    clearDrafts();
    announce(SIGNED_OUT);
    set({ token: "", ended: false });
  },
  end: () => {
    // A call of the session before: a switch or another tab has put a newer one into its place.
    const stored = localStorage.getItem(TOKEN) ?? "";
    if (stored && stored !== get().token) return set({ token: stored, ended: false });
    // A session in the sandbox, which somebody may have begun anew: the account's own goes on.
    if (localStorage.getItem(LIVE_TOKEN)) return get().leaveSandbox();
    clearStorage();
    set({ token: "", ended: true });
  },
  switchTo: (token) => replace(token, "here"),
  enterSandbox: (token) => {
    if (!localStorage.getItem(LIVE_TOKEN)) localStorage.setItem(LIVE_TOKEN, get().token);
    replace(token, null, "/sandbox");
  },
  leaveSandbox: () => {
    const token = localStorage.getItem(LIVE_TOKEN) ?? "";
    localStorage.removeItem(LIVE_TOKEN);
    replace(token, null);
  },
  takeAccount: () => {
    const token = localStorage.getItem(LIVE_TOKEN) ?? "";
    if (token) set({ token });
    return token !== "";
  },
}));

/** In which tab the publisher was switched. */
type SwitchTab = "here" | "elsewhere";

/** The switch that this page was loaded for, once; null if there was none. */
export function takeSwitch(): SwitchTab | null {
  const tab = sessionStorage.getItem(ARRIVAL) as SwitchTab | null;
  sessionStorage.removeItem(ARRIVAL);
  return tab;
}

/** Tells the other tabs that something happened. */
function announce(event: string) {
  localStorage.setItem(event, "1");
  localStorage.removeItem(event);
}

/** Puts another session into the place of this one, in all tabs. */
function replace(token: string, tab: SwitchTab | null, page?: string) {
  announce(SWITCHED);
  localStorage.setItem(TOKEN, token);
  startAnew(tab, page);
}

/**
 * Loads a page anew, so that no query, draft or choice of the former publisher is left in memory. `tab`: where the
 * publisher was switched, which the page says once; null for the sandbox, whose banner says it.
 */
function startAnew(tab: SwitchTab | null, page = "/") {
  clearDrafts();
  if (tab) sessionStorage.setItem(ARRIVAL, tab);
  location.assign(page);
}

function clearStorage() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(LIVE_TOKEN);
  localStorage.removeItem(REFERER);
}

/** The referrer of a visitor, until a sign-up or a sign-out. */
export const referer = {
  get: () => localStorage.getItem(REFERER) ?? "",
  set: (uid: string) => localStorage.setItem(REFERER, uid),
};

// A session that starts or ends in one tab does so in all. Clearing the whole storage has no key.
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === SIGNED_OUT) clearDrafts();
  if (key === SWITCHED && newValue) startAnew("elsewhere");
  if (key !== TOKEN && key !== null) return;
  const token = localStorage.getItem(TOKEN) ?? "";
  useSession.setState({ token, ended: !token });
});
