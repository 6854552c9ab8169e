import type { Plugin, Rolldown } from "vite";

import { APP_ID } from "./src/api/app";

const ROUTE = /\/src\/routes\/_app(\/.+)?\.tsx\?tsr-split=component$/;

/**
 * Writes into the one page which files each signed-in page needs, and how to ask who is signed in,
 * for `first.js` to fetch before the app asks for them.
 */
export function ahead(): Plugin {
  let env: Record<string, string> = {};
  return {
    name: "ahead",
    apply: "build",
    configResolved: (config) => {
      env = config.env;
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => ({
        // What stands in the page already is painted before the app is run.
        html: html.replace('<script type="module"', '$& fetchpriority="low"'),
        tags: [
          {
            tag: "script",
            attrs: { type: "application/json", id: "ahead" },
            children: JSON.stringify({ ...needed(bundle), ...profile(env) }),
            injectTo: "head-prepend",
          },
        ],
      }),
    },
  };
}

/** Where to ask who is signed in, and the envelope that lacks but the token. A mock knows nobody ahead. */
function profile({ VITE_API_HOST = "", VITE_MOCK }: Record<string, string>) {
  if (VITE_MOCK === "1") return {};
  const req = { header: {}, fields: [], attributes: {}, filter: {} };
  return { profile: { url: `${VITE_API_HOST}/user/profile`, body: { appId: APP_ID, req } } };
}

/** All files, and by their places the shell's (`""`) and each page's. A parameter of a path is a `$`. */
function needed(bundle: Rolldown.OutputBundle) {
  const files: string[] = [];
  const pages: Record<string, number[]> = {};
  const known = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const all = Object.values(bundle).filter((output) => output.type === "chunk");
  const entry = all.find(({ isEntry }) => isEntry);
  const first = entry ? reach(entry.fileName, bundle) : new Set<string>();
  for (const { facadeModuleId, fileName } of all) {
    const route = ROUTE.exec(facadeModuleId ?? "");
    if (!route) continue;
    const path = (route[1] ?? "").replace(/\$\w+/, "$");
    pages[path] = [...reach(fileName, bundle)].filter((file) => !first.has(file)).map(known);
  }
  return { files, pages };
}

function reach(file: string, bundle: Rolldown.OutputBundle, found = new Set<string>()) {
  const output = bundle[file];
  if (output?.type !== "chunk" || found.has(file)) return found;
  found.add(file);
  for (const sheet of output.viteMetadata?.importedCss ?? []) found.add(sheet);
  for (const next of output.imports) reach(next, bundle, found);
  return found;
}
