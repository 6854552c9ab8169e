/** What `first.js` asked for while the app itself was still on its way. */
import type { Data } from "./call";

declare global {
  interface Window {
    /** The answer to /user/profile, for whoever had a token when the page was opened. */
    prefetchedProfile?: Promise<Response>;
  }
}

/** Who is signed in, if that was asked ahead. Fails where the answer was no, and is then to be asked again. */
export async function prefetchedProfile(): Promise<Data<"/user/profile">> {
  const answer = await window.prefetchedProfile;
  window.prefetchedProfile = undefined;
  const { code, data } = answer?.ok ? await answer.json() : { code: null, data: null };
  if (code !== 0) throw new Error("not asked, or not answered");
  return data;
}
