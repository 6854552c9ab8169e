import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SandboxLife } from "@/api/gen/types.gen";
import { useSession } from "@/api/session";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { Sandbox } from "./Sandbox";

const inside = { ...maya, sandbox: true };
const life: SandboxLife = {
  life_id: 3,
  path: "approve",
  stage: "order",
  left: ["approved", "settled"],
  mcid: "sandbox-books",
  brand_name: "Sandbox Books",
  click_ref: "0198f0c2a1b27c3d8e4f5a6b7c8d9e0f",
  order_id: "TEST-1-3",
  oid: 5001,
  settlement_id: null,
  payment_id: null,
  created_at: "2026-11-20T10:00:00Z",
  updated_at: "2026-11-20T10:00:00Z",
};
const assign = vi.fn();

beforeEach(() => {
  vi.stubGlobal("location", { ...window.location, assign });
  useSession.getState().signIn("of the account");
});

afterEach(() => {
  assign.mockReset();
  vi.unstubAllGlobals();
  useSession.getState().forget();
});

test("an order is led on by one stage, to its end, and shown in its drawer", async () => {
  const onOrder = vi.fn();
  const calls = mockPortal({
    "/user/profile": inside,
    "/sandbox/lives": { list: [life] },
    "/sandbox/mails": { list: [] },
    "/sandbox/advance": life,
  });
  renderInApp(<Sandbox onOrder={onOrder} />);

  await userEvent.click(await screen.findByRole("button", { name: "Next: Approved, TEST-1-3" }));
  await userEvent.click(screen.getByRole("button", { name: "To the end, TEST-1-3" }));
  await userEvent.click(screen.getByRole("button", { name: "Details of TEST-1-3" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/sandbox/advance")).toEqual([
      { life_id: 3, whole: false },
      { life_id: 3, whole: true },
    ]),
  );
  expect(onOrder).toHaveBeenCalledExactlyOnceWith(5001);
});

test("a new order takes the path that was chosen", async () => {
  const calls = mockPortal({
    "/user/profile": inside,
    "/sandbox/lives": { list: [] },
    "/sandbox/mails": { list: [] },
    "/sandbox/advance": { ...life, left: [] },
  });
  renderInApp(<Sandbox onOrder={() => {}} />);

  const path = await screen.findByRole("combobox", { name: "What becomes of it" });
  await userEvent.selectOptions(path, "The payment comes back");
  await userEvent.click(screen.getByRole("button", { name: "Run the whole life" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/sandbox/advance")).toEqual([{ path: "returned", whole: true }]),
  );
});

test("a mail is read in place", async () => {
  mockPortal({
    "/user/profile": inside,
    "/sandbox/lives": { list: [] },
    "/sandbox/mails": {
      list: [
        {
          mail_id: "m1",
          recipient: "maya@example.com",
          subject: "Payment 88 was sent",
          content: "Hello Maya",
          created_at: "2026-11-20T10:00:00Z",
        },
      ],
    },
  });
  renderInApp(<Sandbox onOrder={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Read “Payment 88 was sent”" }));
  expect(await screen.findByText("Hello Maya")).toBeTruthy();
});

test("outside the sandbox the page leads to it, and the account's session waits", async () => {
  mockPortal({
    "/user/profile": maya,
    "/sandbox/switch": { token: "of the sandbox", expires_at: "2026-11-28T10:00:00Z" },
  });
  renderInApp(<Sandbox onOrder={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Switch to the sandbox" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/sandbox"));
  expect(localStorage.getItem("token")).toBe("of the sandbox");
  useSession.getState().leaveSandbox();
  expect(localStorage.getItem("token")).toBe("of the account");
  expect(localStorage.getItem("live_token")).toBeNull();
});
