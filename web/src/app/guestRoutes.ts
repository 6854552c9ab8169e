/**
 * The routes of signed-out visitors, which are part of the first bundle. All others load later
 * (router.ts).
 */

import type { AnyRoute } from "@tanstack/react-router";

import { Route as root } from "@/routes/__root";
import { Route as notFound } from "@/routes/404";
import { Route as crashed } from "@/routes/500";
import { Route as verification } from "@/routes/auth/email-verification";
import { Route as invitation } from "@/routes/auth/invitation";
import { Route as login } from "@/routes/auth/login";
import { Route as refer } from "@/routes/auth/refer";
import { Route as signUp } from "@/routes/auth/signup";
import { Route as stopChange } from "@/routes/auth/stop-change";
import { Route as thirdParty } from "@/routes/auth/third-party";
import { Route as autologin } from "@/routes/autologin";
import { Route as forgotPassword } from "@/routes/forgot-password";
import { Route as index } from "@/routes/index";
import { Route as resetPassword } from "@/routes/reset-password";

const ROUTES: Record<string, AnyRoute> = {
  "/": index,
  "/404": notFound,
  "/500": crashed,
  "/auth/email-verification": verification,
  "/auth/invitation": invitation,
  "/auth/login": login,
  "/auth/refer": refer,
  "/auth/signup": signUp,
  "/auth/stop-change": stopChange,
  "/auth/third-party": thirdParty,
  "/autologin": autologin,
  "/forgot-password": forgotPassword,
  "/reset-password": resetPassword,
};

/** Whether a page is part of the first bundle. */
export const isGuestPath = (pathname: string) => pathname.replace(/(.)\/$/, "$1") in ROUTES;

/** The tree of these routes. routeTree.gen.ts builds it again, for all routes. */
export const guestTree = root.addChildren(
  Object.entries(ROUTES).map(([path, route]) =>
    route.update({ id: path, path, getParentRoute: () => root } as never),
  ),
);
