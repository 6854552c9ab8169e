/** Short messages about what has just happened: `toast.success(…)` and `toast.error(…)`. */
import { create } from "zustand";

const DURATION = 5_000;

export interface Toast {
  id: number;
  kind: "success" | "error";
  message: string;
  /** Whether the toast stays when the page changes, because it is about that change. */
  lasting?: boolean;
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

/** Shows it, and returns what closes it before its time. */
function show(kind: Toast["kind"], message: string, lasting?: boolean): () => void {
  const { list, close } = useToasts.getState();
  // Several calls that fail for the same reason show one toast.
  const same = list.find((toast) => toast.kind === kind && toast.message === message);
  if (same) return () => close(same.id);
  lastId += 1;
  const id = lastId;
  useToasts.setState({ list: [...list, { id, kind, message, lasting }] });
  setTimeout(() => close(id), DURATION);
  return () => close(id);
}

export const toast = {
  success: (message: string) => show("success", message),
  error: (message: string, lasting?: boolean) => show("error", message, lasting),
};

/** Removes the errors of a page when it is left. */
export function closeErrors() {
  useToasts.setState(({ list }) => ({
    list: list.filter(({ kind, lasting }) => kind !== "error" || lasting),
  }));
}
