/** Sums what each page of the last build loads, gzipped, and fails where that is over its budget. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";

// Kilobytes of 1,000. A page may add so much to the shell as it is in this build; a chart comes later.
// What guests load; 115 before passkeys, for which up to 126 were allowed.
const LOGIN = { js: 118, css: 10 };
const SHELL = 165;
const PAGE = 60;
const CHART = 120;

const ENTRY = "index.html";
const ROUTE = /^src\/routes\/(.+)\.tsx\?tsr-split=component---loader$/;
// Parts that a page shows at once but loads after itself: they count as its own.
const AT_ONCE = {
  "_app/tools/link-generator": ["src/features/links/list/LinkList.tsx"],
  "_app/brands/find": ["src/features/brands/finder/BrandTable.tsx"],
};
const CHARTS = /^src\/ui\/chart\/lazy\/\w+\.tsx$/;

const dist = new URL(process.env.DIST ?? "dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist)));

/** All files that come with these chunks, without what is loaded only when it is wanted. */
function filesOf(keys, found = new Set(), seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    const { file, css = [], imports = [] } = manifest[key];
    for (const each of [file, ...css]) found.add(each);
    filesOf(imports, found, seen);
  }
  return found;
}

function weigh(files, ending) {
  const chosen = [...files].filter((file) => file.endsWith(ending));
  const sizes = chosen.map((file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }));
  return sizes.reduce((sum, { length }) => sum + length, 0) / 1000;
}

function check(name, files, budget) {
  const js = weigh(files, ".js");
  const css = weigh(files, ".css");
  const over = js > budget.js || css > (budget.css ?? Number.POSITIVE_INFINITY);
  const figures = [js, budget.js, css].map((size) => size.toFixed(1).padStart(7));
  print(`${name.padEnd(30)}${figures.join("")}${over ? "  over" : ""}`);
  return over;
}

function known(part) {
  if (!(part in manifest)) throw new Error(`${part} is no part of its own in this build`);
  return part;
}

const print = (line) => process.stdout.write(`${line}\n`);

const keys = Object.keys(manifest);
const split = (route) => keys.filter((key) => key.startsWith(`src/routes/${route}.tsx?tsr-split=`));
/** The layouts that a page stands in. */
const layoutsOf = (route) =>
  route
    .split("/")
    .flatMap((_, depth, parts) => split([...parts.slice(0, depth), "route"].join("/")));
const TREE = keys.find((key) => manifest[key].name === "routes");
if (!TREE) throw new Error("The build has no routes of signed-in pages");
const frame = [ENTRY, TREE, ...split("_app")];
if (split("_app").length === 0) throw new Error("The build has no shell");

const page = { js: weigh(filesOf(frame), ".js") + PAGE };

print(`${"kB gzip".padEnd(30)}${["js", "budget", "css"].map((w) => w.padStart(7)).join("")}`);
const results = [
  check("/auth/login", filesOf([ENTRY, ...split("auth/login")]), LOGIN),
  check("shell", filesOf(frame), { js: SHELL }),
];
for (const key of keys) {
  const route = ROUTE.exec(key)?.[1];
  if (!route || route === "_app") continue;
  const within = route.startsWith("_app/") ? frame : [ENTRY];
  const name = `/${route.replace(/^_app\//, "")}`;
  const parts = [...layoutsOf(route), ...(AT_ONCE[route] ?? []).map(known)];
  results.push(check(name, filesOf([...within, key, ...parts]), page));
}
for (const key of keys.filter((each) => CHARTS.test(each))) {
  const before = filesOf([...frame, ...split("_app/dashboard")]);
  const late = new Set([...filesOf([key])].filter((file) => !before.has(file)));
  results.push(check(`late: ${basename(key)}`, late, { js: CHART }));
}
process.exit(results.some(Boolean) ? 1 : 0);
