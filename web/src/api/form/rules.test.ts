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
  ["attributes.username", "username"],
  ["attributes.channel.website", "channel.website"],
  ["attributes.website", "channel.website"],
  ["filter.end_date", "end_date"],
  ["attributes.groups[1].value", "groups.1.value"],
  ["attributes.regions[0]", "regions"],
  ["attributes.referer_uid", null],
  [undefined, null],
])("a refusal of %s stands beside the field it is about", (field, place) => {
  const form = {
    username: "",
    channel: { website: "" },
    end_date: "",
    groups: [{ value: "" }, { value: "" }],
    regions: ["GB"],
  };

  expect(fieldOf(new Refusal(21000, "`attributes.username` is wrong", { field }), form)).toBe(
    place,
  );
});

test("a refusal that names no field stands beside none", () => {
  expect(fieldOf(new Refusal(20047, "User is locked", null), { username: "" })).toBeNull();
  expect(fieldOf(new Error("attributes.username"), { username: "" })).toBeNull();
});
