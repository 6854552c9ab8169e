import { useRouter } from "@tanstack/react-router";

import { safeNext } from "./safeNext";

/** Leads whoever has just signed in where they wanted to go, if that is a page of ours. */
export function useSignInRedirect() {
  const router = useRouter();
  const isRoute = (pathname: string) => router.getMatchedRoutes(pathname)[2] !== undefined;
  return (next: unknown) => router.history.push(safeNext(next, isRoute) ?? "/");
}
