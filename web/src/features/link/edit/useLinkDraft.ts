import { useState } from "react";

import { clearDraft, readDraft } from "@/api/form/formDraft";
import type { LinkValues } from "./linkValues";

/** The name under which what was typed for a link is kept, as it was at first. A draft for another brand is dropped. */
export function useLinkDraft(given: string, mcid: string | undefined): string {
  const [name] = useState(() => {
    const { mcid: chosen = mcid } = readDraft<LinkValues>(given);
    if (mcid && chosen !== mcid) clearDraft(given);
    return given;
  });
  return name;
}
