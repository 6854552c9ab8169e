import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { UndeliveredMail } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { MailsTab } from "./MailsTab";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["account.lock"],
  default_site: null,
} as User;
const refused: UndeliveredMail = {
  mail_id: 5,
  uid: 1007,
  publisher: "Harbour Reads",
  address: "m•••@example.com",
  mail: "payment_state",
  reason: "550 5.1.1 (address): Recipient address rejected",
  refused: true,
  bounced: false,
  attempts: 1,
  failed_at: "2026-11-20T10:00:00Z",
};

function renderMails(rows: UndeliveredMail[]) {
  mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [], total: 0, next: null },
    "/network/undelivered_mails": { list: rows, total: rows.length, next: null },
  });
  renderInApp(<MailsTab search={{}} onSearch={() => {}} />);
}

test("failed mails are listed with their recipient and reason", async () => {
  renderMails([refused]);

  expect(await screen.findByText("Harbour Reads")).toBeTruthy();
  expect(screen.getByText("m•••@example.com")).toBeTruthy();
  expect(screen.getByText("550 5.1.1 (address): Recipient address rejected")).toBeTruthy();
  expect(screen.getByText("Refused")).toBeTruthy();
});

test("the empty list of failed mails says that every mail was accepted", async () => {
  renderMails([]);

  expect(await screen.findByText("Every mail of the last 90 days was accepted")).toBeTruthy();
});

test("a mail that was accepted and returned later says so", async () => {
  renderMails([{ ...refused, bounced: true }]);

  expect(await screen.findByText("Came back")).toBeTruthy();
});
