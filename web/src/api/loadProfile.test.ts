import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { maya } from "@/testing/portal";
import { NetworkFailure, Refusal } from "./call";
import { useConnection } from "./connection";
import { loadProfile } from "./loadProfile";
import { useSession } from "./session";

type Answer = () => Promise<Response>;

const profile: Answer = async () => Response.json({ code: 0, message: "ok", data: maya });
const busy: Answer = async () =>
  Response.json({ code: 21005, message: "Not available", data: null }, { status: 503 });
const proxyPage: Answer = async () => new Response("<h1>502</h1>", { status: 502 });
const dead: Answer = async () => {
  throw new TypeError("Failed to fetch");
};
const silent: Answer = () => new Promise(() => {});

/** Gives the answers one after another, and repeats the last one. */
function server(...answers: Answer[]) {
  const calls = vi.fn(() => (answers.length > 1 ? answers.shift() : answers[0])?.());
  vi.stubGlobal("fetch", calls);
  return calls;
}

/** How a promise ended, once it has. */
function watch(promise: Promise<unknown>) {
  const seen: { value?: unknown; failure?: unknown } = {};
  promise.then(
    (value) => {
      seen.value = value;
    },
    (failure) => {
      seen.failure = failure;
    },
  );
  return seen;
}

beforeEach(() => {
  vi.useFakeTimers();
  useSession.getState().signIn("token");
});

afterEach(() => {
  vi.useRealTimers();
  window.prefetchedProfile = undefined;
});

test.each([
  ["silence at once", dead],
  ["a 503 of the portal", busy],
  ["an error page of a proxy", proxyPage],
])("loading the profile is retried visibly after %s", async (_, failing) => {
  const calls = server(failing, failing, profile);
  const seen = watch(loadProfile());

  await vi.advanceTimersByTimeAsync(100);
  expect(useConnection.getState().lost).toBe(true);
  await vi.advanceTimersByTimeAsync(4_000);

  expect(seen.value).toEqual(maya);
  expect(calls).toHaveBeenCalledTimes(3);
  expect(useConnection.getState().lost).toBe(false);
});

test("loading the profile fails only after the 30 seconds that a request may take", async () => {
  const calls = server(dead);
  const seen = watch(loadProfile());

  await vi.advanceTimersByTimeAsync(27_000);
  expect(seen).toEqual({});
  await vi.advanceTimersByTimeAsync(3_100);

  expect(seen.failure).toBeInstanceOf(NetworkFailure);
  expect(calls.mock.calls.length).toBeGreaterThanOrEqual(7);
  expect(useConnection.getState().lost).toBe(false);
});

test("loading the profile is not retried after a refusal", async () => {
  const calls = server(async () => Response.json({ code: 401, message: "Please sign in" }));
  const seen = watch(loadProfile());

  await vi.advanceTimersByTimeAsync(0);

  expect(seen.failure).toBeInstanceOf(Refusal);
  expect(calls).toHaveBeenCalledTimes(1);
});

test("Retry and a browser that is online again request the profile at once", async () => {
  const calls = server(dead, dead, profile);
  const seen = watch(loadProfile());
  await vi.advanceTimersByTimeAsync(0);

  useConnection.getState().retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);

  expect(seen.value).toEqual(maya);
});

test("a profile without an answer after 5 seconds offers Retry, which sends another request", async () => {
  const calls = server(silent, profile);
  const seen = watch(loadProfile());
  await vi.advanceTimersByTimeAsync(4_900);
  expect(useConnection.getState().lost).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(useConnection.getState().lost).toBe(true);

  useConnection.getState().retry();
  await vi.advanceTimersByTimeAsync(0);

  expect(seen.value).toEqual(maya);
  expect(calls).toHaveBeenCalledTimes(2);
});

test("a prefetched profile is used once, and requested again where it failed", async () => {
  const calls = server(profile);
  window.prefetchedProfile = profile();
  expect(await loadProfile()).toEqual(maya);
  expect(calls).not.toHaveBeenCalled();

  window.prefetchedProfile = Promise.reject(new TypeError("Failed to fetch"));
  const seen = watch(loadProfile());
  await vi.advanceTimersByTimeAsync(1_100);

  expect(seen.value).toEqual(maya);
  expect(calls).toHaveBeenCalledTimes(1);
});

test("the end of the session stops the retries of the profile", async () => {
  server(dead);
  const seen = watch(loadProfile());
  await vi.advanceTimersByTimeAsync(0);

  useSession.getState().end();
  await vi.advanceTimersByTimeAsync(1_100);

  expect(seen.failure).toBeInstanceOf(NetworkFailure);
});
