import { beforeEach, expect, test, vi } from "vitest";

import { call, Refusal } from "@/api/call";
import { refusalText } from "@/api/refusalText";
import { useSession } from "@/api/session";
import { useToasts } from "@/ui/feedback/toasts";

import { reportError } from "./failures";

const toastTexts = () => useToasts.getState().list.map(({ message }) => message);

beforeEach(() => {
  useToasts.setState({ list: [] });
  useSession.getState().signIn("token");
});

test.each([320, 20049, 20046, 20002])(
  "error code %i is left to the screen, without a toast",
  (code) => {
    reportError(new Refusal(code, "For the screen"));

    expect(toastTexts()).toEqual([]);
    expect(localStorage.getItem("token")).toBe("token");
  },
);

test.each([
  [401, "Please sign in"],
  [20069, "Token expired"],
])("error code %i is shown in a toast, and ends the session", (code, told) => {
  localStorage.setItem("referer_uid", "7");

  reportError(new Refusal(code, told));

  expect(toastTexts()).toEqual([told]);
  expect(useSession.getState()).toMatchObject({ token: "", ended: true });
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("referer_uid")).toBeNull();
});

test("any other error code is shown for 5 seconds, and does not end the session", () => {
  vi.useFakeTimers();

  reportError(new Refusal(20185, "Brand does not exist"));

  expect(toastTexts()).toEqual(["Brand does not exist"]);
  vi.advanceTimersByTime(4_999);
  expect(toastTexts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toastTexts()).toEqual([]);
  expect(useSession.getState().token).toBe("token");
  vi.useRealTimers();
});

test("a network failure is shown as Network error, once, without the browser's message", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  for (const path of ["/user/profile", "/site/list"] as const) {
    await call(path).catch(reportError);
  }

  expect(toastTexts()).toEqual(["Network error"]);
});

test("several calls that fail for the same reason are reported once", () => {
  reportError(new Refusal(21005, "Not available"));
  reportError(new Refusal(21005, "Not available"));

  expect(toastTexts()).toEqual(["Not available"]);
});

test("a refused field is reported in the words of the screens", async () => {
  const data = { field: "attributes.link_url", rule: "unmatched_brace" };
  const message = "`attributes.link_url` has an unmatched brace";

  reportError(new Refusal(21000, message, data, refusalText));

  expect(toastTexts()).toEqual(["This has an unmatched brace"]);
});
