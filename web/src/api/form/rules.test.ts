import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { fieldOf } from "./fields";
import { omitEmpty, validatorFor } from "./rules";

test("an empty field says the catalogue's own text", async () => {
  const errors = await validatorFor("/auth/account_check")({ username: "" });

  expect(errors).toEqual({ username: expect.stringMatching(/required/i) });
});

test("every broken rule of a form is told at once, by its path", async () => {
  const errors = await validatorFor("/auth/sign_up")({
    username: "maya",
    email: "",
    password: "",
    confirm_password: "x",
    agreement: 1,
    company: { name: "x".repeat(101), country: "Sweden" },
  });

  expect(Object.keys(errors).sort()).toEqual(["company.name", "email", "password"]);
  expect(errors["company.name"]).toContain("100");
});

test("what keeps the rules has no errors", async () => {
  expect(await validatorFor("/auth/account_check")({ username: "maya" })).toEqual({});
});

test("what was left empty is left out", () => {
  const values = { a: "", b: null, c: 0, d: false, e: { f: "" }, g: [], h: { i: "x", j: "" } };

  expect(omitEmpty(values)).toEqual({ c: 0, d: false, g: [], h: { i: "x" } });
});

test.each([
  [20001, "Username already exists", "username"],
  [20018, "Passwords do not match", "confirm_password"],
  [21000, "attributes.channel.website: expected a string", "channel.website"],
  [20047, "User is locked", null],
])("a refusal %i stands beside the field it speaks of", async (code, message, field) => {
  const form = { username: "", confirm_password: "", channel: { website: "" } };

  expect(await fieldOf(new Refusal(code, message), form)).toBe(field);
});
