import { expect, test } from "vitest";

import { fullUrl } from "@/api/form/fullUrl";

import { emptyDraft } from "./signUpDraft";
import { type SignUpValues, toAttributes, validateProfileStep } from "./signUpValues";

const account = {
  ...emptyDraft,
  username: "maya",
  email: "maya@example.com",
  password: "a long enough password",
} satisfies SignUpValues;

test("a profile without any typed value is not sent, although the kind of publisher is chosen", () => {
  const sent = toAttributes(account, true, "");

  expect(sent.company).toBeUndefined();
  expect(sent.channel).toBeUndefined();
});

test("an empty profile names its required fields", async () => {
  const errors = await validateProfileStep(account);

  expect(Object.keys(errors).sort()).toEqual([
    "channel.channel_platform",
    "channel.channel_type",
    "channel.name",
    "channel.promotion_methods",
    "channel.website",
    "company.country",
    "company.name",
  ]);
  expect(errors["channel.promotion_methods"]).toBe("Choose how you promote");
});

test("a sign-up without a company is that of a person", () => {
  const company = { ...emptyDraft.company, name: "Maya Lindqvist", country: "Sweden" };

  expect(toAttributes({ ...account, company }, true, "").company).toEqual({
    entity: "person",
    name: "Maya Lindqvist",
    country: "Sweden",
  });
});

test.each([
  [" kitchen.example/a ", "https://kitchen.example/a"],
  ["http://kitchen.example", "http://kitchen.example"],
  ["kitchen", "kitchen"],
  ["mailto:me@x.example", "mailto:me@x.example"],
  ["", ""],
])("a website typed as %j is sent as %j", (typed, sent) => {
  expect(fullUrl(typed)).toBe(sent);
});

test.each([
  ["person", "Your name is required", "Country is required"],
  ["company", "Company name is required", "Company country is required"],
] as const)(
  "a sign-up as %s names missing fields by the labels on screen",
  async (entity, name, country) => {
    const values = { ...emptyDraft, password: "" };
    const errors = await validateProfileStep({
      ...values,
      company: { ...emptyDraft.company, entity },
    });

    expect(errors["company.name"]).toBe(name);
    expect(errors["company.country"]).toBe(country);
    expect(errors["channel.name"]).toBe("Channel name is required");
    expect(errors["channel.channel_platform"]).toBe("Platform is required");
  },
);
