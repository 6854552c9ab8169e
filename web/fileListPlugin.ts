import type { Plugin } from "vite";

/** Vite's list, in a chunk, of the files that its lazy parts need. */
const LIST = /\(m\.f=(\["[^\]]*"\])\)/;
const PRELOAD = /(<script type="application\/json" id="preload">)(.*?)(<\/script>)/s;
const SHARED = 'JSON.parse(document.getElementById("preload").textContent).files';

/** Lets the app read the names of its files from index.html, which has them for `first.js`: the login would load them twice. */
export function fileListPlugin(): Plugin {
  return {
    name: "file-list",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler: (_, bundle) => {
        const html = bundle["index.html"];
        const entry = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
        if (html?.type !== "asset" || entry?.type !== "chunk") throw new Error("There is no app");
        const text = String(html.source);
        const [, lazy] = LIST.exec(entry.code) ?? [];
        const [, , told] = PRELOAD.exec(text) ?? [];
        if (!lazy || !told) throw new Error("Vite lists the files of a chunk in another way");
        const { files: named, pages, ...rest } = JSON.parse(told);
        const files = [...new Set<string>([...JSON.parse(lazy), ...named])];
        const placed = Object.entries<number[]>(pages).map(([path, places]) => [
          path,
          places.map((place) => files.indexOf(named[place])),
        ]);
        const shared = JSON.stringify({ ...rest, files, pages: Object.fromEntries(placed) });
        html.source = text.replace(PRELOAD, (_, start, __, end) => start + shared + end);
        entry.code = entry.code.replace(LIST, () => `(m.f=${SHARED})`);
      },
    },
  };
}
