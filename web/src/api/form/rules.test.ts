import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { fieldOf } from "./fields";
import { omitEmpty, validatorFor } from "./rules";

test("an empty form field shows the catalogue's own text", async () => {
  const errors = await validatorFor("/auth/account_check")({ username: "" });

  expect(errors).toEqual({ username: expect.stringMatching(/required/i) });
});

test("all broken rules of a form are returned together, by path", async () => {
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

test.each([
  [{ password: "short" }, "password", "Invalid password format: use at least 12 characters"],
  [
    { password: "x".repeat(129) },
    "password",
    "Invalid password format: use at most 128 characters",
  ],
  [{ username: "ab" }, "username", "Invalid username format: use at least 3 characters"],
  [{ username: "a".repeat(65) }, "username", "Invalid username format: use at most 64 characters"],
  [{ email: "a@b.c" }, "email", "Invalid email format: give an address such as name@example.com"],
  [
    { media_kit: Array(21).fill({ file_url: "/files/a", name: "a", size: 1 }) },
    "media_kit",
    "Media kit cannot have more than 20 files",
  ],
  [
    { channel: { media_kit: [{ file_url: "/files/a", name: "x".repeat(256), size: 1 }] } },
    "channel.media_kit.0.name",
    "Media kit file name cannot be longer than 255 characters",
  ],
])(
  "invalid input %o gets the same message in the form as from the server",
  async (wrong, field, text) => {
    const right = {
      username: "maya",
      email: "maya@example.com",
      password: "correct horse battery",
    };
    const errors = await validatorFor("/auth/sign_up")({
      ...right,
      confirm_password: "x",
      agreement: 1,
      ...wrong,
    });

    expect(errors[field]).toBe(text);
  },
);

test("valid form input has no errors", async () => {
  expect(await validatorFor("/auth/account_check")({ username: "maya" })).toEqual({});
});

test("empty form values are left out of the request", () => {
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
])("the refusal of field %s is shown beside that field", (field, target) => {
  const form = {
    username: "",
    channel: { website: "" },
    end_date: "",
    groups: [{ value: "" }, { value: "" }],
    regions: ["GB"],
  };

  expect(fieldOf(new Refusal(21000, "`attributes.username` is wrong", { field }), form)).toBe(
    target,
  );
});

test("a refusal that names no field is shown beside no field", () => {
  expect(fieldOf(new Refusal(20047, "User is locked", null), { username: "" })).toBeNull();
  expect(fieldOf(new Error("attributes.username"), { username: "" })).toBeNull();
});
