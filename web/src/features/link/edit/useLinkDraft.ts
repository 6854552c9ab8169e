import { useState } from "react";

import { clearDraft, readDraft } from "@/api/form/formDraft";
import { useUser } from "@/api/user/useUser";
import type { LinkValues } from "./linkValues";

/** The name under which what was typed for a link is kept; the brand of the address wins over one chosen before. */
export function useLinkDraft(mcid: string | undefined, target: string | undefined): string {
  const { uid } = useUser();
  const [name] = useState(() => {
    const name = `link ${uid} ${[mcid, target].filter(Boolean).join(" ")}`;
    const { mcid: chosen = mcid } = readDraft<LinkValues>(name);
    if (mcid && chosen !== mcid) clearDraft(name);
    return name;
  });
  return name;
}
