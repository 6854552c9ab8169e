import "./ui/styles/entryStyles";

import { MantineProvider } from "@mantine/core";

import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadable } from "@/ui/base/loadable";
import { useConnection } from "./api/connection";
import { markChunkFailures } from "./app/chunkFailures";
import { showProgress } from "./app/progress";
import { router } from "./app/router";
import { cssVariables, theme } from "./ui/base/theme";
import { Toasts } from "./ui/feedback/Toasts";
import { isDeferred, removeSkeleton } from "./ui/layout/Deferred";

const ConnectionNotice = loadable(() =>
  import("./ui/feedback/ConnectionNotice").then(({ ConnectionNotice }) => ConnectionNotice),
);

function Reconnecting() {
  const lost = useConnection((connection) => connection.lost);
  return lost && <ConnectionNotice />;
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

showProgress(router);
markChunkFailures();
// The skeleton in index.html stays until the first page is rendered, which may be right after this event.
const stopWaiting = router.subscribe("onRendered", () => {
  stopWaiting();
  if (!isDeferred(root)) removeSkeleton();
});

createRoot(root).render(
  <StrictMode>
    {/* All variables come from the provider: the sheet that has them too would be 4 kB more. */}
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <Toasts />
      <Reconnecting />
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
