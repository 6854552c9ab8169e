import "./ui/styles/entryStyles";

import { MantineProvider } from "@mantine/core";

import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { showProgress } from "./app/progress";
import { renewWhenFilesAreGone } from "./app/renew";
import { router } from "./app/router";
import { roles, theme } from "./ui/base/theme";
import { Toasts } from "./ui/feedback/Toasts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

showProgress(router);
renewWhenFilesAreGone();
// The frame that index.html draws stands until the first page does.
const arrived = router.subscribe("onRendered", () => {
  arrived();
  document.getElementById("first")?.remove();
});

createRoot(root).render(
  <StrictMode>
    {/* All variables come from the provider: the sheet that has them too would be 4 kB more. */}
    <MantineProvider
      theme={theme}
      cssVariablesResolver={roles}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <Toasts />
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
