import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { useToasts } from "@/ui/feedback/toasts";

import { reportError } from "./failures";

const shown = () => useToasts.getState().list.map(({ message }) => message);

beforeEach(() => {
  useToasts.setState({ list: [] });
  useSession.getState().signIn("token");
});

test.each([320, 20049, 20046, 20002])("code %i is left to the screen", (code) => {
  reportError(new Refusal(code, "For the screen"));

  expect(shown()).toEqual([]);
  expect(localStorage.getItem("token")).toBe("token");
});

test.each([401, 20069])("code %i is told, and ends the session", (code) => {
  localStorage.setItem("referer_uid", "7");

  reportError(new Refusal(code, "Over"));

  expect(shown()).toEqual(["Over"]);
  expect(useSession.getState()).toMatchObject({ token: "", ended: true });
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("referer_uid")).toBeNull();
});

test("any other code is told for 5 seconds, and ends nothing", () => {
  vi.useFakeTimers();

  reportError(new Refusal(20185, "Brand does not exist"));

  expect(shown()).toEqual(["Brand does not exist"]);
  vi.advanceTimersByTime(4_999);
  expect(shown()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
  expect(useSession.getState().token).toBe("token");
  vi.useRealTimers();
});

test("a dead network says what it says, or Network error", () => {
  reportError(new TypeError("Failed to fetch"));
  reportError(new Error(""));

  expect(shown()).toEqual(["Failed to fetch", "Network error"]);
});

test("several calls that fail for one reason say so once", () => {
  reportError(new Refusal(21005, "Not available"));
  reportError(new Refusal(21005, "Not available"));

  expect(shown()).toEqual(["Not available"]);
});
