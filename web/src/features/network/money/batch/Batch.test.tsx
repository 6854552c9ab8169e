import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { NetworkPayment, PayoutFile, PayoutFileInfo } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { PaymentsTab } from "@/features/network/money/PaymentsTab";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

const operator = { ...maya, roles: ["operator"], permissions: ["payment.send"] } as User;
const payment = {
  payment_id: 700001,
  uid: 100001,
  publisher: "Maya",
  request_date: "2026-11-20T10:00:00Z",
  payee: "•••• 3000",
  net: "30.00",
  currency: "EUR",
  payout_currency: "EUR",
  payout_amount: "30.00",
  status: "processing",
  channel: "file",
  batch_id: 1001,
  file_id: null,
} as NetworkPayment;
const made: PayoutFileInfo = {
  file_id: 6,
  batch_id: 1001,
  format: "pain",
  message_id: "PAYOUT-6",
  name: "payments-1001-6.xml",
  payments: 2,
  total: { EUR: "60.00" },
  made_at: "2026-11-20T10:00:00Z",
  maker_id: 1,
  made_by: "olga",
  repeats: 0,
  repeated_at: null,
  repeater_id: null,
  repeated_by: null,
  available: true,
};
const file: PayoutFile = {
  name: "payments-1001.csv",
  content: "x",
  payments: 1,
  total: {},
  file_id: 7,
  made_at: "2026-11-20T10:00:00Z",
  repeat: false,
  list: [
    {
      uid: 100002,
      publisher: "Tom's blog",
      payment_id: 700002,
      code: 21012,
      reason: "The payment is paid",
    },
  ],
};

function renderPayments(
  search: object,
  row = payment,
  answer = file,
  files: PayoutFileInfo[] = [],
) {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/payments": { list: [row], total: 1, next: null },
    "/network/entities": { list: [] },
    "/network/pay_preview": {
      payments: 2,
      amounts: { EUR: "60.00", GBP: "30.00" },
      scheduled: 1,
      scheduled_amounts: { EUR: "40.00" },
    },
    "/network/pay": { batch_id: 1002, payments: 2, amounts: {}, remaining: 0, list: [] },
    "/network/payout_file": answer,
    "/network/payout_files": { list: files, total: files.length, next: null },
  });
  renderInApp(<PaymentsTab search={search} onSearch={() => {}} />);
  return () => attributesOf(calls, "/network/payout_file");
}
const link = (name: string) =>
  decodeURIComponent(screen.getByRole("link", { name }).getAttribute("href") ?? "");

beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }),
  );
});

test("a payment batch lists its bank files, and the payments left out with their reason", async () => {
  const fileRequests = renderPayments({ batch_id: 1001 });
  await userEvent.click(await screen.findByRole("button", { name: "Bank file as CSV" }));

  expect(await screen.findByText("1 in the file, 1 left out")).toBeTruthy();
  const [alert] = screen.getAllByRole("alert").filter((each) => /^Not in/.test(each.textContent));
  expect(alert?.textContent).toBe(
    "Not in the file of batch 1001Payment 700002, Tom's blog (100002): The payment is paid",
  );
  expect(link("Payment 700002")).toContain("look=");
  expect(fileRequests()).toEqual([{ batch_id: 1001, format: "csv" }]);
  await userEvent.click(screen.getByRole("button", { name: "Bank file as ISO 20022 (EUR)" }));
  await waitFor(() => expect(fileRequests()).toHaveLength(2));
});

test("the menu of a payment makes the bank file of its batch, and the batch is a link", async () => {
  const fileRequests = renderPayments({}, payment, { ...file, list: [] });
  expect(await screen.findByRole("link", { name: "1001" })).toBeTruthy();
  expect(link("1001")).toContain("batch_id=1001");
  expect(screen.queryByRole("button", { name: "Bank file as CSV" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Actions for 700001" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Bank file as CSV" }));

  expect(await screen.findByText("1 in the file")).toBeTruthy();
  expect(screen.queryByText(/^Not in the file/)).toBeNull();
  expect(fileRequests()).toEqual([{ batch_id: 1001, format: "csv" }]);
});

test("a payment batch without euros offers no ISO 20022 file", async () => {
  renderPayments({ batch_id: 1001 }, { ...payment, payout_currency: "GBP" });
  await screen.findByRole("button", { name: "Bank file as CSV" });
  expect(screen.queryByRole("button", { name: "Bank file as ISO 20022 (EUR)" })).toBeNull();
});

test("a payment batch that was sent offers no bank file", async () => {
  renderPayments({ batch_id: 1001 }, { ...payment, status: "sent" });
  await screen.findByRole("link", { name: "1001" });
  expect(screen.queryByRole("button", { name: "Bank file as CSV" })).toBeNull();
});

test("a payment in one bank file is offered in no other, and that file can be downloaded again", async () => {
  const held = { ...payment, file_id: 6 };
  const again = { ...file, file_id: 6, repeat: true, list: [] };
  const fileRequests = renderPayments({ batch_id: 1001 }, held, again, [made]);
  expect(
    await screen.findByText(
      /^File 6: Bank file as ISO 20022 \(EUR\), 2 payments, EUR.60\.00 · taken by olga on/,
    ),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Bank file as CSV" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Take again: file 6" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Take again" }));
  expect(await screen.findByText("File 6 again: the bank must get it once")).toBeTruthy();
  expect(fileRequests()).toEqual([{ batch_id: 1001, format: "pain", file_id: 6 }]);
});

test("a bank file whose content is deleted cannot be downloaded again", async () => {
  renderPayments({ batch_id: 1001 }, { ...payment, file_id: 6 }, file, [
    { ...made, available: false },
  ]);
  expect(await screen.findByText("No longer kept")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take again: file 6" })).toBeNull();
});

test("a payment batch that was started leads to its payments and bank files", async () => {
  renderPayments({});
  await userEvent.click(await screen.findByRole("button", { name: "Start a batch" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    dialog.getByText(
      "It takes 2 requested payments: EUR 60.00, GBP 30.00. 1 more is due by schedule: EUR 40.00, before fees and VAT.",
    ),
  ).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Start a batch" }));
  await screen.findByText("Batch 1002 with 2 payments");
  expect(link("Payments and bank files of batch 1002")).toContain("batch_id=1002");
});

test("all payments of a batch that are in bank files are marked as sent with one reference", async () => {
  const filed = { ...payment, file_id: 6 };
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/payments": {
      list: [filed, { ...filed, payment_id: 700002 }, { ...payment, payment_id: 700003 }],
      total: 3,
      next: null,
    },
    "/network/entities": { list: [] },
    "/network/payout_files": { list: [made], total: 1, next: null },
    "/network/batch_sent": {
      batch_id: 1001,
      payments: 2,
      amounts: { EUR: "60.00" },
      unchanged: 0,
      list: [],
    },
  });
  renderInApp(<PaymentsTab search={{ batch_id: 1001 }} onSearch={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Mark all as sent" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Mark batch 1001 as sent" }));

  expect(await dialog.findByText(/^2 payments in bank files: EUR 60\.00\./)).toBeTruthy();
  expect(dialog.getByText(/^1 payment of the batch in no bank file/)).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Reference"), "transfer 7");
  await userEvent.click(dialog.getByRole("button", { name: "Mark all as sent" }));

  expect(await screen.findByText("2 payments marked as sent: EUR 60.00")).toBeTruthy();
  expect(attributesOf(calls, "/network/batch_sent")).toEqual([
    { batch_id: 1001, reference: "transfer 7" },
  ]);
});
