import { create } from "zustand";

const TOKEN = "token";
const REFERER = "referer_uid";

interface Session {
  token: string;
  /** True when the portal or another tab ended it, not the person: then the way back is remembered. */
  ended: boolean;
  signIn: (token: string) => void;
  signOut: () => void;
  end: () => void;
}

/** The token, kept in the browser's storage. Whose it is, `/user/profile` says. */
export const useSession = create<Session>()((set) => ({
  token: localStorage.getItem(TOKEN) ?? "",
  ended: false,
  signIn: (token) => {
    localStorage.setItem(TOKEN, token);
    set({ token, ended: false });
  },
  signOut: () => {
    clearStorage();
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

/** Who invited a visitor, until they sign up or somebody signs out. */
export const referer = {
  get: () => localStorage.getItem(REFERER) ?? "",
  set: (uid: string) => localStorage.setItem(REFERER, uid),
};

// A session that starts or ends in one tab does so in all. Clearing the whole storage has no key.
window.addEventListener("storage", ({ key }) => {
  if (key !== TOKEN && key !== null) return;
  const token = localStorage.getItem(TOKEN) ?? "";
  useSession.setState({ token, ended: !token });
});
