import { useRouter } from "@tanstack/react-router";

import { safeNext } from "./safeNext";

/** Redirects after signing in to where the user wanted to go, if that is one of our pages. */
export function useSignInRedirect() {
  const router = useRouter();
  const isRoute = (pathname: string) => router.getMatchedRoutes(pathname)[2] !== undefined;
  return (next: unknown) => router.history.push(safeNext(next, isRoute) ?? "/");
}
