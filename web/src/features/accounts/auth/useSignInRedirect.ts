import { type RegisteredRouter, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

const USES = ["focusin", "keydown", "pointerdown"] as const;

/** The page to open after signing in: the requested one, if it is one of our pages. */
export async function findSignInTarget(router: RegisteredRouter, next: unknown): Promise<string> {
  try {
    const [{ safeNext }] = await Promise.all([
      import("./safeNext"),
      router.options.context.loadPages(),
    ]);
    const isRoute = (pathname: string) => router.getMatchedRoutes(pathname)[2] !== undefined;
    return safeNext(next, isRoute) ?? "/";
  } catch {
    // The page that is opened says so.
    return "/";
  }
}

/** Redirects after signing in. The code for that loads while the form is filled in. */
export function useSignInRedirect() {
  const router = useRouter();
  useEffect(() => {
    const left = new AbortController();
    const load = () => void findSignInTarget(router, undefined);
    for (const use of USES) window.addEventListener(use, load, { once: true, signal: left.signal });
    return () => left.abort();
  }, [router]);
  return async (next: unknown) => router.history.push(await findSignInTarget(router, next));
}
