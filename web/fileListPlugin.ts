import type { Plugin } from "vite";

import { ROUTES } from "./chunks";

/** Vite's list, in a chunk, of the files that its lazy parts need, and where these name them by their places. */
const LIST = /\(m\.f=(\["[^\]]*"\])\)/;
const PLACES = /__vite__mapDeps\(\[([\d,]*)\]\)/g;
const PRELOAD = /(<script type="application\/json" id="preload">)(.*?)(<\/script>)/s;
const SHARED = 'JSON.parse(document.getElementById("preload").textContent).files';

/**
 * Lets the app and its routes read the names of their files from index.html, which has them for `first.js`: each would
 * load them once more.
 */
export function fileListPlugin(): Plugin {
  return {
    name: "file-list",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler: (_, bundle) => {
        const html = bundle["index.html"];
        const chunks = Object.values(bundle)
          .filter((file) => file.type === "chunk")
          .filter(({ isEntry, name }) => isEntry || name === ROUTES);
        if (html?.type !== "asset" || chunks.length !== 2) throw new Error("There is no app");
        const text = String(html.source);
        const [, , told] = PRELOAD.exec(text) ?? [];
        if (!told) throw new Error("index.html does not say what to load");
        const shared = JSON.parse(told);
        const files = new Set<string>(shared.files);
        for (const chunk of chunks) {
          const [, list] = LIST.exec(chunk.code) ?? [];
          if (!list) throw new Error("Vite lists the files of a chunk in another way");
          const own: string[] = JSON.parse(list);
          for (const file of own) files.add(file);
          const places = own.map((file) => [...files].indexOf(file));
          chunk.code = chunk.code
            .replace(LIST, () => `(m.f=${SHARED})`)
            .replace(PLACES, (_, those: string) => {
              const moved = those
                .split(",")
                .filter(Boolean)
                .map((place) => places[Number(place)]);
              return `__vite__mapDeps([${moved}])`;
            });
        }
        const packed = JSON.stringify({ ...shared, files: [...files] });
        html.source = text.replace(PRELOAD, (_, start, __, end) => start + packed + end);
      },
    },
  };
}
