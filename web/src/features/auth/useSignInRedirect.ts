import { type AnyRouter, useRouter } from "@tanstack/react-router";

import { safeNext } from "./safeNext";

/** Where signing in leads to: where the user wanted to go, if that is one of our pages. */
export function signInTarget(router: AnyRouter, next: unknown): string {
  const isRoute = (pathname: string) => router.getMatchedRoutes(pathname)[2] !== undefined;
  return safeNext(next, isRoute) ?? "/";
}

/** Redirects after signing in. */
export function useSignInRedirect() {
  const router = useRouter();
  return (next: unknown) => router.history.push(signInTarget(router, next));
}
