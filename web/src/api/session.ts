import { create } from "zustand";

import { clearDrafts } from "./clearDrafts";

const TOKEN = "token";
const REFERER = "referer_uid";
/** Written and removed at once: it tells the other tabs about a sign-out. */
const SIGNED_OUT = "signed_out";

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
}

/** The session's token, kept in the browser's storage; `/user/profile` has its user. */
export const useSession = create<Session>()((set) => ({
  token: localStorage.getItem(TOKEN) ?? "",
  ended: false,
  signIn: (token) => {
    localStorage.setItem(TOKEN, token);
    set({ token, ended: false });
  },
  forget: () => {
    clearStorage();
    clearDrafts();
    localStorage.setItem(SIGNED_OUT, "1");
    localStorage.removeItem(SIGNED_OUT);
    set({ token: "", ended: false });
  },
  end: () => {
    clearStorage();
    set({ token: "", ended: true });
  },
}));

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
window.addEventListener("storage", ({ key }) => {
  if (key === SIGNED_OUT) clearDrafts();
  if (key !== TOKEN && key !== null) return;
  const token = localStorage.getItem(TOKEN) ?? "";
  useSession.setState({ token, ended: !token });
});
