import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";

import { toast, useToasts } from "@/ui/feedback/toasts";
import { showProgress } from "./progress";

const toastTexts = () => useToasts.getState().list.map(({ message }) => message);

function openRouter() {
  const root = createRootRoute();
  const route = (path: string, beforeLoad?: () => void) =>
    createRoute({ getParentRoute: () => root, path, beforeLoad });
  const routeTree = root.addChildren([
    route("/"),
    route("/orders"),
    route("/closed", () => {
      toast.error("Add a channel first");
      throw redirect({ href: "/orders" });
    }),
  ]);
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree, history });
  showProgress(router);
  return router;
}

beforeEach(() => {
  useToasts.setState({ list: [] });
  document.body.replaceChildren();
});

test("leaving a page clears its error toasts, but no confirmations and not the end of the session", async () => {
  const router = openRouter();
  await router.load();
  toast.error("Site validation failed");
  toast.success("Link saved");
  toast.error("You have been signed out", true);

  await router.navigate({ href: "/?tab=2" });
  expect(toastTexts()).toContain("Site validation failed");

  await router.navigate({ href: "/orders" });
  expect(toastTexts()).toEqual(["Link saved", "You have been signed out"]);
});

test("the toast of a page that redirects stays", async () => {
  const router = openRouter();
  await router.load();

  await router.navigate({ href: "/closed" });

  expect(router.state.location.pathname).toBe("/orders");
  expect(toastTexts()).toEqual(["Add a channel first"]);
});
