import { expect, test } from "vitest";

import { nextUsername, usernameFor } from "./accountRules";

test.each([
  ["maya@example.com", "maya"],
  [" Maya.Lindqvist+shop@Example.com ", "maya.lindqvist"],
  ["_maya_@example.com", "maya"],
  ["josé@example.com", "jose"],
  ["jo@reading.example", "jo.reading"],
  ["maya", "maya"],
  ["юля@example.com", ""],
  ["@example.com", ""],
  ["", ""],
])("the email address %j suggests the username %j", (email, username) => {
  expect(usernameFor(email)).toBe(username);
});

test("the next suggested username is not longer than allowed", () => {
  expect(nextUsername("maya")).toMatch(/^maya\d{4}$/);
  expect(nextUsername("m".repeat(64))).toHaveLength(64);
});
