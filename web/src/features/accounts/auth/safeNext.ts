/** Where a sign-in may redirect to: one of our own pages only. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const CONTROL = /[\u0000-\u001f\u007f]/;
const OWN_PATH = /^\/(?![/\\])/;

/** The `next` URL if it is on this origin and matches a route, else null. */
export function safeNext(next: unknown, isRoute: (pathname: string) => boolean): string | null {
  if (typeof next !== "string" || !OWN_PATH.test(next) || CONTROL.test(next)) return null;
  if (!URL.canParse(next, window.location.origin)) return null;
  const url = new URL(next, window.location.origin);
  if (url.origin !== window.location.origin || !isRoute(url.pathname)) return null;
  // `/.//host` is a path here, and an address of another host once its dots are gone.
  if (!OWN_PATH.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
