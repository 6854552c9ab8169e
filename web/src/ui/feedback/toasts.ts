/** What has just happened, for a few seconds: `toast.done(…)` after a success, `toast.failed(…)` after a failure. */
import { create } from "zustand";

const SHOWN_FOR = 5_000;

export interface Toast {
  id: number;
  kind: "done" | "failed";
  message: string;
}

interface Toasts {
  list: Toast[];
  close: (id: number) => void;
}

export const useToasts = create<Toasts>()((set) => ({
  list: [],
  close: (id) => set(({ list }) => ({ list: list.filter((toast) => toast.id !== id) })),
}));

let made = 0;

function show(kind: Toast["kind"], message: string) {
  const { list, close } = useToasts.getState();
  // Several calls that fail for one reason say so once.
  if (list.some((toast) => toast.kind === kind && toast.message === message)) return;
  made += 1;
  const id = made;
  useToasts.setState({ list: [...list, { id, kind, message }] });
  setTimeout(() => close(id), SHOWN_FOR);
}

export const toast = {
  done: (message: string) => show("done", message),
  failed: (message: string) => show("failed", message),
};
