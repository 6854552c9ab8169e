import { beforeEach, expect, test, vi } from "vitest";

import { takeSwitch, useSession } from "./session";

const assign = vi.fn();

beforeEach(() => {
  assign.mockClear();
  vi.stubGlobal("location", { assign });
  useSession.getState().signIn("of the first");
});

/** What a browser tells this tab that another one wrote to the storage. */
function hear(key: string, newValue: string | null) {
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}

test("a switch goes on with the other session at the first page, without drafts", () => {
  sessionStorage.setItem("draft link", "https://first.example");
  useSession.getState().switchTo("of the second");

  expect(localStorage.getItem("token")).toBe("of the second");
  expect(sessionStorage.getItem("draft link")).toBeNull();
  expect(assign).toHaveBeenCalledExactlyOnceWith("/");
  expect(takeSwitch()).toBe("here");
  expect(takeSwitch()).toBeNull();
});

test("a switch in another tab starts this one anew, once", () => {
  sessionStorage.setItem("draft link", "https://first.example");
  localStorage.setItem("token", "of the second");
  hear("switched", "1");
  // Files of tests share a window, in which the modules of each listen.
  const once = assign.mock.calls.length;
  hear("switched", null);
  hear("token", "of the second");

  expect(assign).toHaveBeenCalledWith("/");
  expect(assign).toHaveBeenCalledTimes(once);
  expect(sessionStorage.getItem("draft link")).toBeNull();
  expect(takeSwitch()).toBe("elsewhere");
  expect(useSession.getState()).toMatchObject({ token: "of the second", ended: false });
});

test("a late refusal of the former session does not end the one that took its place", () => {
  useSession.getState().switchTo("of the second");
  useSession.getState().end();

  expect(localStorage.getItem("token")).toBe("of the second");
  expect(useSession.getState()).toMatchObject({ token: "of the second", ended: false });
  useSession.getState().end();
  expect(localStorage.getItem("token")).toBeNull();
});

test("a session of the sandbox that ended gives way to the account's, which waited", () => {
  useSession.getState().enterSandbox("of the sandbox");
  expect(assign).toHaveBeenLastCalledWith("/sandbox");
  useSession.setState({ token: "of the sandbox" });
  useSession.getState().end();

  expect(localStorage.getItem("token")).toBe("of the first");
  expect(assign).toHaveBeenLastCalledWith("/");
});

test("signing out in the sandbox leaves no session behind", () => {
  useSession.getState().enterSandbox("of the sandbox");
  useSession.getState().forget();

  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("live_token")).toBeNull();
});
