/** What has just happened, for a few seconds: `toast.success(…)` after a success, `toast.error(…)` after a failure. */
import { create } from "zustand";

const DURATION = 5_000;

export interface Toast {
  id: number;
  kind: "success" | "error";
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

let lastId = 0;

function show(kind: Toast["kind"], message: string) {
  const { list, close } = useToasts.getState();
  // Several calls that fail for one reason say so once.
  if (list.some((toast) => toast.kind === kind && toast.message === message)) return;
  lastId += 1;
  const id = lastId;
  useToasts.setState({ list: [...list, { id, kind, message }] });
  setTimeout(() => close(id), DURATION);
}

export const toast = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
};
