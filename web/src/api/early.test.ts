import { afterEach, expect, test } from "vitest";

import { profileAhead } from "./early";

const answered = (reply: unknown, status = 200) => {
  window.profileAhead = Promise.resolve(Response.json(reply, { status }));
};

afterEach(() => {
  window.profileAhead = undefined;
});

test("what was asked ahead is taken once", async () => {
  answered({ code: 0, message: "ok", data: { uid: 7 } });

  expect(await profileAhead()).toEqual({ uid: 7 });
  await expect(profileAhead()).rejects.toThrow();
});

test("a refusal, a broken answer and a dead network are to be asked again", async () => {
  answered({ code: 401, message: "Unauthorized", data: null });
  await expect(profileAhead()).rejects.toThrow();

  answered("nonsense", 503);
  await expect(profileAhead()).rejects.toThrow();

  window.profileAhead = Promise.reject(new TypeError("Failed to fetch"));
  await expect(profileAhead()).rejects.toThrow();
});
