/** Questions before something is destroyed: `ask({ title, question, confirm, onConfirm })`. */
import type { ReactNode } from "react";
import { create } from "zustand";

export interface Question {
  title?: string;
  /** What is asked, and what will be gone. */
  question: ReactNode;
  /** What the button says; the specification's OK if absent. */
  confirm?: string;
  destroys?: boolean;
  onConfirm: () => void;
}

export const useAsking = create<{ asked: Question | null }>()(() => ({ asked: null }));

export function ask(asked: Question) {
  useAsking.setState({ asked });
}
