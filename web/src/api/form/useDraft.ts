import { useCallback, useState } from "react";

import { clearDraft, readDraft, saveDraft } from "./formDraft";

/** A draft outside the form of a call: it survives a reload until it is cleared. */
export function useDraft<V extends object>(name: string, empty: V) {
  const [draft, setState] = useState<V>(() => ({ ...empty, ...readDraft<V>(name) }));
  const setDraft = useCallback(
    (next: V) => {
      saveDraft(name, next);
      setState(next);
    },
    [name],
  );
  const clear = () => {
    clearDraft(name);
    setState(empty);
  };
  return { draft, setDraft, clear };
}
