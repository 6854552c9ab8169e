import { expect, test } from "vitest";

import { readQuestion, refusalAddress } from "./question";

const question = {
  client_id: "app_1",
  redirect_uri: "http://127.0.0.1:3000/callback",
  code_challenge: "c".repeat(43),
  state: '{"né": 1e5}',
};
const write = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

test("what an app asks is read from the address of the page, its state as it was sent", () => {
  expect(readQuestion(write(question))).toEqual(question);
});

test.each(["", "nonsense!", write([1]), write({ client_id: "app_1" }), write(null)])(
  "an address that does not say what is asked is no question: %s",
  (ask) => {
    expect(readQuestion(ask)).toBeNull();
  },
);

test("a refusal goes to the app's own address, with its state", () => {
  expect(refusalAddress(question, "https://portal.example")).toBe(
    "http://127.0.0.1:3000/callback?error=access_denied&state=%7B%22n%C3%A9%22%3A+1e5%7D&iss=https%3A%2F%2Fportal.example",
  );
  const own = { redirect_uri: "https://app.example/back?from=portal" };
  expect(refusalAddress(own, "https://portal.example")).toContain("?from=portal&error=");
});
