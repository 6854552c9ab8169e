import type { Plugin } from "vite";

const MODULE =
  /@tanstack\/(?:router-core|react-router)\/dist\/esm\/(scroll-restoration|rewrite|route)\.js$/;
const nothing = (names: string[]) => names.map((name) => `export const ${name} = () => {};`);
const same = (names: string[]) => names.map((name) => `export const ${name} = (_, url) => url;`);
/** What stands in place of whole modules: all that others import from them. */
const INSTEAD: Record<string, string[]> = {
  "scroll-restoration": nothing([
    "ScrollRestoration",
    "defaultGetScrollRestorationKey",
    "getElementScrollRestorationEntry",
    "setupScrollRestoration",
    "storageKey",
  ]),
  rewrite: [
    ...nothing(["composeRewrites", "rewriteBasepath"]),
    ...same(["executeRewriteInput", "executeRewriteOutput"]),
  ],
};
/** A route's own link, and what it imports for that. */
const LINK =
  /^import \{ Link \} from "\.\/link\.js";\n|^\t\tthis\.Link = React\.forwardRef\([\s\S]*?^\t\t\}\);\n/gm;

/**
 * Leaves out of the build what the router would bring to the first page and nothing uses: its scrolling, which progress.ts
 * does, other addresses than those shown, and `Route.Link`, in whose place stands `Link`.
 */
export function unusedRouterCodePlugin(): Plugin {
  return {
    name: "unused-router-code",
    apply: "build",
    transform: {
      filter: { id: MODULE },
      handler: (code, id) => {
        const instead = INSTEAD[MODULE.exec(id)?.[1] ?? ""];
        if (instead) return { code: instead.join("\n"), map: null };
        if (id.includes("router-core")) return null;
        const rest = code.replace(LINK, "");
        if (/\bLink\b/.test(rest)) throw new Error("A route has its link in another way");
        return { code: rest, map: null };
      },
    },
  };
}
