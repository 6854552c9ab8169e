import type { Plugin } from "vite";

import { auth } from "./src/text/accounts/auth";
import { common } from "./src/text/core/common";

const TEXTS: Record<string, Record<string, unknown>> = { auth, common };

/** Fills in the texts of index.html, `{{auth.signIn}}`, so that they are written only once, too. */
export function htmlTextPlugin(): Plugin {
  return {
    name: "html-text",
    transformIndexHtml: (html) =>
      html.replace(/\{\{(\w+)\.(\w+)\}\}/g, (place, part: string, name: string) => {
        const word = TEXTS[part]?.[name];
        if (typeof word !== "string") throw new Error(`index.html: ${place} is no word of ours`);
        return word;
      }),
  };
}
