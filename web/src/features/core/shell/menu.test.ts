import { expect, test } from "vitest";

import { maya } from "@/testing/portal";

import { menuOf } from "./menu";

const labels = (user = maya) =>
  menuOf(user).map(({ label, entries }) => [label ?? "", entries.map((entry) => entry.label)]);

test("the menu of a publisher is that of the specification", () => {
  expect(labels()).toEqual([
    ["", ["Dashboard"]],
    ["Brands", ["New Brands", "My Brands"]],
    ["Reports", ["Performance", "Transactions", "Alerts", "My books"]],
    ["Payments", ["Summary", "Details", "Ageing"]],
    ["Tools", ["APIs", "Global Postback", "Link Generator", "Broken Links"]],
    [
      "Settings",
      ["Profile", "Channel Management", "Payment Settings", "Login Information", "Team"],
    ],
  ]);
});

test.each([
  [
    "manager",
    ["site.edit", "link.edit", "postback.edit", "token.edit"],
    ["Payment Settings", "Summary"],
  ],
  [
    "finance",
    ["payment.read", "payment.edit", "postback.edit"],
    ["Link Generator", "Broken Links"],
  ],
  ["developer", ["link.edit", "postback.edit", "token.edit"], ["Payment Settings", "Summary"]],
])("the menu of a %s has only what the role includes", (role, more, hidden) => {
  const permissions = [
    "brand.read",
    "report.read",
    "money.read",
    "team.read",
    "profile.edit",
    ...more,
  ];
  const shown = labels({ ...maya, roles: [role], permissions }).flatMap(([, entries]) => entries);
  expect(shown).toContain("Transactions");
  expect(shown.filter((label) => hidden.includes(String(label)))).toEqual([]);
  const all = labels().flatMap(([, entries]) => entries);
  expect(all.filter((label) => hidden.includes(String(label)))).toHaveLength(hidden.length);
});

test("the menu of somebody who sees one channel has nothing about the publisher as a whole", () => {
  const permissions = ["brand.read", "site.edit", "link.edit", "report.read", "money.read"];
  const user = { ...maya, roles: ["manager"], permissions, site_ids: [7] };
  expect(labels(user).map(([, entries]) => entries)).toEqual([
    ["Dashboard"],
    ["New Brands", "My Brands"],
    ["Performance", "Transactions", "Alerts"],
    ["APIs", "Link Generator", "Broken Links"],
    ["Profile", "Channel Management", "Login Information"],
  ]);
});

test("New Brands and My Brands differ by status 0 and 2", () => {
  const found = menuOf(maya)
    .flatMap(({ entries }) => entries)
    .filter(({ link }) => link.to === "/brands/find")
    .map(({ link }) => link.search);

  expect(found).toEqual([{ status: 0 }, { status: 2 }]);
});

test("an operator without a channel has no publisher's pages", () => {
  expect(labels({ ...maya, roles: ["operator"], default_site: null })).toEqual([
    ["Settings", ["Login Information"]],
  ]);
});

test("pages about brands and links open on the channel they were on last", () => {
  const searches = menuOf(maya, 5)
    .flatMap(({ entries }) => entries)
    .filter(({ link }) => link.search)
    .map(({ link }) => [link.to, link.search]);

  expect(searches).toEqual([
    ["/brands/find", { status: 0, site_id: 5 }],
    ["/brands/find", { status: 2, site_id: 5 }],
    ["/tools/link-generator", { site_id: 5 }],
  ]);
});
