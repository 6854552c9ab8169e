import { defineConfig } from "@hey-api/openapi-ts";

/** Types and zod rules of every call, from the registry's own description; codes and enums beside them. */
export default defineConfig({
  input: "./openapi.json",
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
