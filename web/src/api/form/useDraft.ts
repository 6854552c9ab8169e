import { useCallback, useState } from "react";

import { clearDraft, readDraft, saveDraft } from "./formDraft";

/** What a form without fields of its own holds: it outlives a reload, as what is typed does, until it is sent. */
export function useDraft<V extends object>(name: string, empty: V) {
  const [kept, setKept] = useState<V>(() => ({ ...empty, ...readDraft<V>(name) }));
  const keep = useCallback(
    (next: V) => {
      saveDraft(name, next);
      setKept(next);
    },
    [name],
  );
  const clear = useCallback(() => clearDraft(name), [name]);
  return { kept, keep, clear };
}
