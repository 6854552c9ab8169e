/** Asks for confirmation before something is deleted: `openConfirm({ title, question, confirm, onConfirm })`. */
import type { ReactNode } from "react";
import { create } from "zustand";

export interface ConfirmRequest {
  title?: string;
  /** The question, which says what will be lost. */
  question: ReactNode;
  /** What the button says; the specification's OK if absent. */
  confirm?: string;
  /** What the button says that changes nothing; Cancel if absent. */
  keep?: string;
  destroys?: boolean;
  onConfirm: () => void;
}

export const useConfirmStore = create<{ request: ConfirmRequest | null }>()(() => ({
  request: null,
}));

export function openConfirm(request: ConfirmRequest) {
  useConfirmStore.setState({ request });
}
