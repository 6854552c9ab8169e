import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { type Data, type Path, Refusal } from "@/api/call";
import { queryClient } from "@/api/client";
import { setErrorHandler } from "@/api/onError";
import type { User } from "@/api/user/roles";
import { reportError } from "@/app/failures";
import { theme } from "@/ui/base/theme";
import { ConfirmHost } from "@/ui/confirm/ConfirmHost";
import { Toasts } from "@/ui/feedback/Toasts";

type Answer<P extends Path> = Data<P> | Refusal | Promise<Data<P>>;
type Answers = { [P in Path]?: Answer<P> | ((req: SentCall["req"]) => Answer<P>) };

interface SentCall {
  path: string;
  req: Record<string, unknown>;
}

/**
 * Mocks the server: answers each path with the given data or refusal, a promise once it is settled, and records the
 * calls. What depends on the request is a function of it.
 */
export function mockPortal(answers: Answers) {
  const calls: SentCall[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string | FormData }) => {
    const path = new URL(url).pathname;
    const {
      header: _,
      fields: __,
      ...req
    } = body instanceof FormData ? { header: null, fields: [] } : JSON.parse(body).req;
    calls.push({ path, req });
    const given = answers[path as Path];
    const answer = await (typeof given === "function" ? given(req) : given);
    if (answer instanceof Refusal) {
      return Response.json({ code: answer.code, message: answer.message, data: answer.data });
    }
    if (!(path in answers)) return Response.json({ code: 21001, message: "No such call" });
    return Response.json({ code: 0, message: "ok", data: answer });
  });
  return calls;
}

/** The attributes of the recorded calls of a path, oldest first. */
export const attributesOf = (calls: SentCall[], path: string) =>
  calls.filter((each) => each.path === path).map(({ req }) => req.attributes);

/** Tables show what fits on a phone. */
export function mockPhone() {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media.includes("max-width"),
    addEventListener() {},
    removeEventListener() {},
  }));
}

/** An answer of the server that comes when the test says so. */
export function pendingAnswer<T>() {
  let resolve: (answer: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A signed-in publisher with a channel. */
export const maya = {
  id: 1,
  uid: 1001,
  versions: {},
  username: "maya",
  nickname: "Maya",
  avatar: "",
  account: "maya",
  login_email: "maya.lindqvist@example.com",
  default_site: { id: 1, name: "example.com" },
  site_count: 1,
  site_ids: null,
  roles: ["owner"],
  permissions: [
    "brand.read",
    "site.edit",
    "link.edit",
    "postback.edit",
    "report.read",
    "money.read",
    "report.edit",
    "case.edit",
    "payment.read",
    "payment.edit",
    "payee.propose",
    "payee.edit",
    "schedule.edit",
    "token.edit",
    "team.read",
    "team.edit",
    "profile.edit",
    "account.edit",
  ],
  time_zone: "UTC",
  currency: "USD",
  language: "en",
  email_verified: true,
  publishers: [],
} as unknown as User;

/** Renders a component within all that the app puts around it; a link in it leads nowhere. */
export function renderInApp(component: ReactNode) {
  setErrorHandler(reportError);
  queryClient.clear();
  const router = createRouter({
    routeTree: createRootRoute({ component: () => component }),
    history: createMemoryHistory(),
  });
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <RouterProvider router={router as never} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
