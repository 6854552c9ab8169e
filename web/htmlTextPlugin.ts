import type { Plugin } from "vite";

import { auth } from "./src/text/account/auth";
import { common } from "./src/text/core/common";

const WORDS: Record<string, Record<string, unknown>> = { auth, common };

/** Fills in the words of the one page, `{{auth.signIn}}`, so that they too are written once. */
export function words(): Plugin {
  return {
    name: "words",
    transformIndexHtml: (html) =>
      html.replace(/\{\{(\w+)\.(\w+)\}\}/g, (place, part: string, name: string) => {
        const word = WORDS[part]?.[name];
        if (typeof word !== "string") throw new Error(`index.html: ${place} is no word of ours`);
        return word;
      }),
  };
}
