/** The profile that `first.js` requested while the app itself was still loading. */
declare global {
  interface Window {
    /** The answer to /user/profile, for whoever had a token when the page was opened. */
    prefetchedProfile?: Promise<Response>;
  }
}

/** The prefetched answer, which is used once; undefined if there is none. */
export function prefetchedProfile(): Promise<Response> | undefined {
  const answer = window.prefetchedProfile;
  window.prefetchedProfile = undefined;
  return answer;
}
