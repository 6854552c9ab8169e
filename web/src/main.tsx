import "./ui/entryStyles";

import { MantineProvider } from "@mantine/core";

import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { showProgress } from "./app/progress";
import { queryClient, router } from "./app/router";
import { Toasts } from "./ui/Toasts";
import { roles, theme } from "./ui/theme";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

showProgress(router);

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={roles} defaultColorScheme="auto">
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
