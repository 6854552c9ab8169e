import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { groups } from "./chunks";
import { htmlTextPlugin } from "./htmlTextPlugin";
import { precompressPlugin } from "./precompressPlugin";
import { preloadPlugin } from "./preloadPlugin";

const API = process.env.VITE_DEV_API ?? `http://127.0.0.1:${process.env.PORT ?? 8000}`;
const SERVED_BY_THE_API = /^\/(track|s|files|health|ready|metrics|demo|openapi\.json|qr)(\/|$|\?)/;

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true }),
    react(),
    htmlTextPlugin(),
    preloadPlugin(),
    precompressPlugin(),
  ],
  resolve: { tsconfigPaths: true },
  build: {
    target: "es2023",
    manifest: true,
    // The content policy allows no data: font, and a browser that is new enough needs no polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups } } },
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
  test: { environment: "jsdom", setupFiles: "src/testing/setup.ts", testTimeout: 15_000 },
});
