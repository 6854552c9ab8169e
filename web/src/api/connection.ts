import { create } from "zustand";

interface Connection {
  /** True while the portal cannot be reached and is tried again. */
  lost: boolean;
  /** Retries at once, without waiting any longer. */
  retry: () => void;
}

/** Whether the call that opens every page is being tried again; the app shows it. */
export const useConnection = create<Connection>()(() => ({ lost: false, retry: () => {} }));
