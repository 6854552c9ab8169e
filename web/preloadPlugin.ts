import type { Plugin, Rolldown } from "vite";

import { ROUTES } from "./chunks";
import { APP_ID } from "./src/api/app";
import { profile as person } from "./src/text/accounts/profile";
import { security } from "./src/text/accounts/security";
import { brand } from "./src/text/brands/brand";
import { site } from "./src/text/channels/site";
import { shell } from "./src/text/core/shell";
import { download } from "./src/text/exports/download";
import { dashboard } from "./src/text/home/dashboard";
import { broken } from "./src/text/links/broken";
import { link } from "./src/text/links/link";
import { lists } from "./src/text/network/lists";
import { order } from "./src/text/orders/order";
import { payment } from "./src/text/payments/payment";
import { paymentMethod } from "./src/text/payments/paymentMethod";
import { report } from "./src/text/reports/report";

type Head = [title: string, help: string, wide?: 1];

/** The header of each page, painted while the app is loading: title, help, and whether it is a wide page. */
const HEADS: Record<string, Head> = {
  "/dashboard": [shell.dashboard, dashboard.help],
  "/brands/find": [shell.newBrands, brand.helps[0], 1],
  "/brands/find?status=2": [shell.myBrands, brand.helps[2], 1],
  "/reports/performance": [shell.performance, report.help, 1],
  "/reports/transactions": [shell.transactions, order.help, 1],
  "/payments/summary": [payment.summaryTitle, payment.summaryHelp, 1],
  "/payments/details": [payment.detailsTitle, payment.detailsHelp, 1],
  "/tools/link-generator": [shell.linkGenerator, link.help],
  "/tools/broken-links": [shell.brokenLinks, broken.help, 1],
  "/downloads": [shell.downloads, download.help],
  "/settings/profile": [shell.profile, person.help],
  "/settings/channel": [shell.channels, site.help],
  "/settings/payment": [shell.payment, paymentMethod.help],
  "/settings/login": [shell.login, security.help],
  "/network": [lists.overview, "", 1],
  ...Object.fromEntries(
    Object.entries(lists).map(([list, title]) => [`/network/${list}`, [title, "", 1]]),
  ),
};
const ROUTE = /\/src\/routes\/_app(\/.+)?\.tsx\?tsr-split=component---loader$/;
/** The file of what several pages stand in. */
const LAYOUT = "/route";

const APP = /<script type="module" .*?<\/script>|<link rel="modulepreload" .*?>/g;

/**
 * Writes into index.html which files each signed-in page needs, its header, and how to request the profile,
 * for `first.js` to paint and request before the app does. It also loads the app, once the first frame is painted.
 */
export function preloadPlugin(): Plugin {
  let env: Record<string, string> = {};
  return {
    name: "preload",
    apply: "build",
    configResolved: (config) => {
      env = config.env;
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => ({
        // Otherwise the app's files would compete with what is painted first.
        html: html.replace(APP, ""),
        tags: [
          {
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              href: `/${fontOf(bundle)}`,
              crossorigin: true,
              fetchpriority: "low",
            },
          },
          {
            tag: "script",
            attrs: { type: "application/json", id: "preload" },
            children: JSON.stringify({
              app: appOf(bundle),
              ...pageFiles(bundle),
              heads: HEADS,
              ...profile(env),
            }),
            injectTo: "head-prepend",
          },
        ],
      }),
    },
  };
}

/** The profile call and its envelope, which only lacks the token. There is none with a mock host. */
function profile({ VITE_API_HOST = "", VITE_MOCK }: Record<string, string>) {
  if (VITE_MOCK === "1") return {};
  const req = { header: {}, fields: [], attributes: {}, filter: {} };
  return { profile: { url: `${VITE_API_HOST}/user/profile`, body: { appId: APP_ID, req } } };
}

function appOf(bundle: Rolldown.OutputBundle) {
  const all = Object.values(bundle).filter((output) => output.type === "chunk");
  const entry = all.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("The build has no app");
  return [entry.fileName, ...entry.imports];
}

/** The Latin font file, which the first paint already uses. */
function fontOf(bundle: Rolldown.OutputBundle) {
  const found = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
  if (!found) throw new Error("The build has no font");
  return found;
}

/** All files, and by their places the routes', the shell's (`""`) and each page's. A parameter of a path is a `$`. */
function pageFiles(bundle: Rolldown.OutputBundle) {
  const files: string[] = [];
  const pages: Record<string, number[]> = {};
  const indexOf = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const all = Object.values(bundle).filter((output) => output.type === "chunk");
  const entry = all.find(({ isEntry }) => isEntry);
  const first = entry ? collectFiles(entry.fileName, bundle) : new Set<string>();
  const routes = all.flatMap(({ facadeModuleId, fileName }) => {
    const route = ROUTE.exec(facadeModuleId ?? "");
    return route ? [{ path: (route[1] ?? "").replace(/\$\w+/, "$"), fileName }] : [];
  });
  const tree = all.find(({ name }) => name === ROUTES);
  if (!tree) throw new Error("The build has no routes of signed-in pages");
  const place = (found: Set<string>) => [...found].filter((file) => !first.has(file)).map(indexOf);
  pages[ROUTES] = place(collectFiles(tree.fileName, bundle));
  const layouts = routes.filter(({ path }) => path.endsWith(LAYOUT));
  for (const { path, fileName } of routes) {
    const found = collectFiles(fileName, bundle);
    if (path === "") collectFiles(tree.fileName, bundle, found);
    for (const layout of layouts) {
      const within = layout.path.slice(0, -LAYOUT.length);
      if (path.startsWith(`${within}/`)) collectFiles(layout.fileName, bundle, found);
    }
    pages[path] = place(found);
  }
  return { files, pages };
}

function collectFiles(file: string, bundle: Rolldown.OutputBundle, found = new Set<string>()) {
  const output = bundle[file];
  if (output?.type !== "chunk" || found.has(file)) return found;
  found.add(file);
  for (const sheet of output.viteMetadata?.importedCss ?? []) found.add(sheet);
  for (const next of output.imports) collectFiles(next, bundle, found);
  return found;
}
