/**
 * Loads the profile, which every page needs; an unreachable portal is retried before an error is
 * shown.
 */

import { CRASHED, TOO_MANY_REQUESTS, UNAVAILABLE } from "@/api/gen/codes.gen";
import { callUntil, type Data, NetworkFailure, Refusal, readReply, TIMEOUT } from "./call";
import { useConnection } from "./connection";
import { useSession } from "./session";

type Profile = Data<"/user/profile">;

/** After this time without an answer, a notice is shown; the answer may still come. */
const SILENCE = 5_000;
const SHORTEST = 1_000;
const LONGEST = 5_000;
/** Statuses that say nothing about the session: the portal failed or is busy. */
const PASSING = new Set<number>([CRASHED, UNAVAILABLE, TOO_MANY_REQUESTS]);

/** The profile. Silence and 5xx are thrown only after the call was tried again for the time one request has. */
export async function loadProfile(): Promise<Profile> {
  const { token } = useSession.getState();
  let request = prefetchedProfile();
  let giveUpAt: number | null = null;
  let pause = SHORTEST;
  try {
    for (;;) {
      const hurry = { requested: false };
      try {
        return await attempt(request, giveUpAt === null ? TIMEOUT : giveUpAt - Date.now(), hurry);
      } catch (failure) {
        if (failure instanceof Refusal && !PASSING.has(failure.code)) throw failure;
        giveUpAt ??= Date.now() + TIMEOUT;
        const left = giveUpAt - Date.now() - SHORTEST;
        if (left <= 0 || useSession.getState().token !== token) throw failure;
        request = undefined;
        if (!hurry.requested) await wait(Math.min(pause, left));
        pause = Math.min(2 * pause, LONGEST);
      }
    }
  } finally {
    useConnection.setState({ lost: false, retry: () => {} });
  }
}

/** One attempt, which ends after a time or when another is requested. */
async function attempt(
  request: Promise<Response> | undefined,
  time: number,
  hurry: { requested: boolean },
): Promise<Profile> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), time);
  const silence = setTimeout(() => useConnection.setState({ lost: true }), SILENCE);
  const retry = () => {
    hurry.requested = true;
    ended.abort();
  };
  useConnection.setState({ retry });
  const stopped = new Promise<never>((_, reject) => {
    ended.signal.addEventListener("abort", () => reject(new NetworkFailure(false)));
  });
  try {
    const answer = request
      ? request.then((response) => readReply<"/user/profile">(response))
      : callUntil(ended.signal, "/user/profile");
    return await Promise.race([answer, stopped]);
  } catch (failure) {
    throw failure instanceof Refusal ? failure : new NetworkFailure(false);
  } finally {
    clearTimeout(timer);
    clearTimeout(silence);
  }
}

/** Waits; resumes at once when the browser is back online or Retry is pressed. */
function wait(time: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, time);
    window.addEventListener("online", go);
    useConnection.setState({ lost: true, retry: go });
  });
}

/** The profile that `first.js` requested while the app itself was still loading. */
declare global {
  interface Window {
    /** The answer to /user/profile, if there was a token when the page was opened. */
    prefetchedProfile?: Promise<Response>;
  }
}

/** The prefetched answer, which is used once; undefined if there is none. */
function prefetchedProfile(): Promise<Response> | undefined {
  const answer = window.prefetchedProfile;
  window.prefetchedProfile = undefined;
  return answer;
}
