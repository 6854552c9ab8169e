import { create } from "zustand";

const TOKEN = "token";
const REFERER = "referer_uid";
/** Written and removed at once: it tells the other tabs about a sign-out. */
const SIGNED_OUT = "signed_out";
/** How the name of every draft begins. */
export const DRAFT = "draft ";

interface Session {
  token: string;
  /** True when the portal or another tab ended it, not the person: then the way back is remembered. */
  ended: boolean;
  signIn: (token: string) => void;
  signOut: () => void;
  end: () => void;
}

/** The token, kept in the browser's storage; its user is that of `/user/profile`. */
export const useSession = create<Session>()((set) => ({
  token: localStorage.getItem(TOKEN) ?? "",
  ended: false,
  signIn: (token) => {
    localStorage.setItem(TOKEN, token);
    set({ token, ended: false });
  },
  signOut: () => {
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

/** Removes drafts at sign-out; an ended session keeps them. */
function clearDrafts() {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(DRAFT)) sessionStorage.removeItem(name);
  }
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
