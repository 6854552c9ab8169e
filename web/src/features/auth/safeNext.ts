/** Where a sign-in may lead: a page of ours and nowhere else. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const CONTROL = /[\u0000-\u001f\u007f]/;
const OWN_PATH = /^\/(?![/\\])/;

/** The way back if it stays on this origin and a route answers it, else null. */
export function safeNext(next: unknown, isRoute: (pathname: string) => boolean): string | null {
  if (typeof next !== "string" || !OWN_PATH.test(next) || CONTROL.test(next)) return null;
  if (!URL.canParse(next, window.location.origin)) return null;
  const url = new URL(next, window.location.origin);
  if (url.origin !== window.location.origin || !isRoute(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
