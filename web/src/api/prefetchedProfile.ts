/** The profile that `first.js` requested while the app itself was still loading. */
import type { Data } from "./call";

declare global {
  interface Window {
    /** The answer to /user/profile, for whoever had a token when the page was opened. */
    prefetchedProfile?: Promise<Response>;
  }
}

/** The prefetched profile. Rejects if there is none or it was refused; then it must be requested again. */
export async function prefetchedProfile(): Promise<Data<"/user/profile">> {
  const answer = await window.prefetchedProfile;
  window.prefetchedProfile = undefined;
  const { code, data } = answer?.ok ? await answer.json() : { code: null, data: null };
  if (code !== 0) throw new Error("not asked, or not answered");
  return data;
}
