/** Asks for confirmation before something is deleted: `openConfirm({ title, question, confirm, onConfirm })`. */
import type { ReactNode } from "react";
import { create } from "zustand";

export interface ConfirmRequest {
  title?: string;
  /** The question, which says what will be lost. */
  question: ReactNode;
  /** The label of the confirming button; OK if absent, as in the specification. */
  confirm?: string;
  /** The label of the button that cancels; Cancel if absent. */
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
