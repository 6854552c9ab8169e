import { afterEach, expect, test } from "vitest";

import { prefetchedProfile } from "./prefetchedProfile";

const answered = (reply: unknown, status = 200) => {
  window.prefetchedProfile = Promise.resolve(Response.json(reply, { status }));
};

afterEach(() => {
  window.prefetchedProfile = undefined;
});

test("what was asked ahead is taken once", async () => {
  answered({ code: 0, message: "ok", data: { uid: 7 } });

  expect(await prefetchedProfile()).toEqual({ uid: 7 });
  await expect(prefetchedProfile()).rejects.toThrow();
});

test("a refusal, a broken answer and a dead network are to be asked again", async () => {
  answered({ code: 401, message: "Unauthorized", data: null });
  await expect(prefetchedProfile()).rejects.toThrow();

  answered("nonsense", 503);
  await expect(prefetchedProfile()).rejects.toThrow();

  window.prefetchedProfile = Promise.reject(new TypeError("Failed to fetch"));
  await expect(prefetchedProfile()).rejects.toThrow();
});
