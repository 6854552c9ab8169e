import { create } from "zustand";

import { clearDrafts } from "./clearDrafts";

const TOKEN = "token";
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
    clearStorage();
    set({ token: "", ended: true });
  },
  switchTo: (token) => {
    announce(SWITCHED);
    localStorage.setItem(TOKEN, token);
    startAnew("here");
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

/** Loads the first page, so that no query, draft or choice of the former publisher is left in memory. */
function startAnew(tab: SwitchTab) {
  clearDrafts();
  sessionStorage.setItem(ARRIVAL, tab);
  location.assign("/");
}

function clearStorage() {
  localStorage.removeItem(TOKEN);
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
