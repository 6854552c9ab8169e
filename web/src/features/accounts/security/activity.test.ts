import { expect, test } from "vitest";
import { actions } from "@/text/accounts/activity";
import openapi from "../../../../openapi.json";

/** Endpoints that are no calls, and in the log. */
const ENDPOINTS = ["/files/{name}", "/unsubscribe/{ticket}"];

test("every call of the registry has words in the activity log, and no words are left over", () => {
  expect(Object.keys(actions).sort()).toEqual([...Object.keys(openapi.paths), ...ENDPOINTS].sort());
});

test("the activity log shows no call as its path", () => {
  expect(Object.values(actions).filter((words) => words.includes("/"))).toEqual([]);
});
