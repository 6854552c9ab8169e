import { defineConfig } from "@hey-api/openapi-ts";

/** Types of every schema and zod rules of forms, from the registry's own description; codes.mjs writes what else the web needs. */
export default defineConfig({
  input: "./openapi.json",
  // What calls take and return is in calls.gen.ts.
  parser: { filters: { operations: { exclude: ["/.*/"] }, orphans: true } },
  output: {
    path: "src/api/gen",
    entryFile: false,
    postProcess: [
      {
        command: "node",
        args: ["codes.mjs", "openapi.json", "{{path}}"],
        name: "codes and enums",
      },
    ],
  },
  plugins: [
    "@hey-api/typescript",
    {
      name: "zod",
      compatibilityVersion: "mini",
      requests: false,
      responses: false,
      webhooks: false,
      definitions: true,
    },
  ],
});
