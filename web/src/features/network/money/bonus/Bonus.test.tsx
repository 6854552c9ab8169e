import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { NetworkAccount, Settlement } from "@/api/gen/types.gen";
import { maya, mockPortal, pendingAnswer, renderInApp } from "@/testing/portal";
import { BonusModal } from "./BonusModal";

const tom = {
  uid: 1002,
  publisher: "Tom's blog",
  currency: "USD",
  username: "tom",
  email: "tom@example.com",
  closed: false,
  locked: true,
} as NetworkAccount;

async function open(looked: Promise<void> = Promise.resolve()) {
  const calls = mockPortal({
    "/user/profile": maya,
    "/network/accounts": async ({ filter }) => {
      await looked;
      const list = (filter as { uid: number }).uid === tom.uid ? [tom] : [];
      return { list, total: list.length, next: null };
    },
    "/network/bonus_add": { amount: "50.00", currency: "USD" } as Settlement,
  });
  renderInApp(<BonusModal onClosed={() => {}} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Add a bonus" }));
  const bonusRequests = () => calls.filter(({ path }) => path === "/network/bonus_add");
  return { dialog, bonusRequests };
}
type Dialog = Awaited<ReturnType<typeof open>>["dialog"];

async function fill(dialog: Dialog, uid: string) {
  const typed = {
    Publisher: uid,
    "Amount in the publisher's currency": "50.00",
    "Your reference": "autumn-1",
    "What it is for": "Autumn campaign",
  };
  for (const [label, value] of Object.entries(typed)) {
    await userEvent.type(
      dialog.getByRole(label === "Publisher" ? "combobox" : "textbox", { name: label }),
      value,
    );
  }
}
const save = (dialog: Dialog) => dialog.getByRole("button", { name: "Add bonus" });

beforeEach(() => sessionStorage.clear());

test("the publisher of a bonus is shown before it is sent, and named afterwards", async () => {
  const { dialog, bonusRequests } = await open();
  await fill(dialog, "1002");
  expect(await dialog.findByText("Tom's blog")).toBeTruthy();
  expect(dialog.getByText(/tom@example.com/)).toBeTruthy();
  expect(dialog.getByText("Locked")).toBeTruthy();
  await userEvent.click(save(dialog));

  expect(await screen.findByText("USD 50.00 added for Tom's blog (1002)")).toBeTruthy();
  expect(bonusRequests().map(({ req }) => req.attributes)).toEqual([
    { uid: 1002, amount: "50.00", currency: "USD", reference: "autumn-1", note: "Autumn campaign" },
  ]);
});

test("a large bonus is confirmed with its currency and publisher before it is sent", async () => {
  const { dialog, bonusRequests } = await open();
  await fill(dialog, "1002");
  await dialog.findByText("Tom's blog");
  const amount = dialog.getByLabelText("Amount in the publisher's currency");
  await userEvent.clear(amount);
  await userEvent.type(amount, "-50000");
  await userEvent.click(save(dialog));

  const asked = within(await screen.findByRole("dialog", { name: "Is this amount right?" }));
  expect(asked.getByText("-USD 50,000.00 for Tom's blog (1002)")).toBeTruthy();
  expect(bonusRequests()).toEqual([]);
  await userEvent.click(asked.getByRole("button", { name: "Add bonus" }));

  await waitFor(() => expect(bonusRequests()).toHaveLength(1));
});

test("a bonus cannot be sent before its publisher is known", async () => {
  const answer = pendingAnswer<void>();
  const { dialog } = await open(answer.promise);
  await userEvent.type(dialog.getByRole("combobox", { name: "Publisher" }), "1002");
  await userEvent.tab();
  expect((save(dialog) as HTMLButtonElement).disabled).toBe(true);
  answer.resolve();
  await waitFor(() => expect((save(dialog) as HTMLButtonElement).disabled).toBe(false));
  expect(dialog.getByText("Tom's blog")).toBeTruthy();
});

test("a bonus for an unknown publisher ID is refused beside the field, and not sent", async () => {
  const { dialog, bonusRequests } = await open();
  await fill(dialog, "1003");
  expect(await dialog.findByText("No publisher has this ID")).toBeTruthy();
  await userEvent.click(save(dialog));
  expect(await dialog.findByText("No publisher has this ID")).toBeTruthy();
  expect(bonusRequests()).toEqual([]);
});
