import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { groups } from "./chunks";
import { fileListPlugin } from "./fileListPlugin";
import { htmlTextPlugin } from "./htmlTextPlugin";
import { mantineStaticsPlugin } from "./mantineStaticsPlugin";
import { precompressPlugin } from "./precompressPlugin";
import { preloadPlugin } from "./preloadPlugin";
import { unusedRouterCodePlugin } from "./unusedRouterCodePlugin";

const API = process.env.VITE_DEV_API ?? `http://127.0.0.1:${process.env.PORT ?? 8000}`;
const SERVED_BY_THE_API =
  /^\/(track|s|files|unsubscribe|health|ready|metrics|status|demo|openapi\.json|openapi|clients|qr)(\/|$|\?)/;
/** What of the tests without components needs a browser all the same. */
const BROWSER_TESTS = [
  "src/api/**/*.test.ts",
  "src/app/*.test.ts",
  "src/features/{accounts/auth,core/shell}/**/*.test.ts",
];

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // What a page asks for first belongs to the page, too: nobody who signs in needs it.
      codeSplittingOptions: { defaultBehavior: [["component", "loader"]] },
    }),
    react(),
    mantineStaticsPlugin(),
    unusedRouterCodePlugin(),
    htmlTextPlugin(),
    preloadPlugin(),
    fileListPlugin(),
    precompressPlugin(),
  ],
  resolve: {
    tsconfigPaths: true,
    // React has the hook itself; the stores would bring another one for those that have not.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: "use-sync-external-store/with-selector.js",
      },
    ],
  },
  build: {
    target: "es2023",
    manifest: true,
    // The content policy allows no data: font, and a browser that is new enough needs no polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      optimization: { inlineConst: { mode: "all", pass: 3 } },
    },
  },
  server: {
    proxy: {
      // The same path is a page (GET) and a call (POST), so the method decides.
      "^/.*": {
        target: API,
        bypass: ({ method, url = "/" }) =>
          method === "POST" || SERVED_BY_THE_API.test(url) ? undefined : url,
      },
    },
  },
  test: {
    // Nothing fails because the machine is slow (docs/testing.md); src/testing/setup.ts has the third of these times.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "screens",
          include: ["src/**/*.test.tsx", ...BROWSER_TESTS],
          environment: "jsdom",
          setupFiles: "src/testing/setup.ts",
          isolate: false,
        },
      },
      {
        extends: true,
        // What needs no document starts in a moment.
        test: {
          name: "logic",
          include: ["src/**/*.test.ts"],
          exclude: BROWSER_TESTS,
          environment: "node",
          isolate: false,
        },
      },
    ],
  },
});
