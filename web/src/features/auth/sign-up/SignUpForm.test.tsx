import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { mockPortal, renderInApp } from "@/testing/portal";

import { SignUpForm } from "./SignUpForm";

const TYPES = {
  channel_types: [],
  channel_platforms: [],
  promotion_methods: [],
  proof_places: { meta_name: "", file_path: "", record: "" },
};
const OPEN = {
  "/auth/account_check": null,
  "/auth/email_check": null,
  "/auth/sign_up": { uid: 7 },
  "/site/types": TYPES,
} as const;

async function fillFirstStep() {
  await userEvent.type(await screen.findByLabelText("Username"), "maya");
  await userEvent.type(screen.getByLabelText("E-mail"), "maya@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "a long enough password");
  await userEvent.type(screen.getByLabelText("Confirm password"), "a long enough password");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
}

test("one sign_up at the end, the profile skipped", async () => {
  localStorage.setItem("referer_uid", "42");
  const asked = mockPortal(OPEN);
  const onSignedUp = vi.fn();
  renderInApp(<SignUpForm onSignedUp={onSignedUp} />);

  await fillFirstStep();
  await userEvent.click(await screen.findByRole("button", { name: "Skip for now" }));

  await expect.poll(() => onSignedUp.mock.calls).toEqual([["maya@example.com"]]);
  expect(asked.filter(({ path }) => path === "/auth/sign_up")).toMatchObject([
    {
      req: {
        attributes: {
          username: "maya",
          email: "maya@example.com",
          password: "a long enough password",
          confirm_password: "a long enough password",
          agreement: 1,
          referer_uid: 42,
        },
      },
    },
  ]);
  expect(localStorage.getItem("register_step")).toBe("1");
});

test("a taken name stands beside its field, and step 2 waits", async () => {
  const refusal = new Refusal(20001, "Username already exists", { field: "attributes.username" });
  mockPortal({ ...OPEN, "/auth/account_check": refusal });
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  await fillFirstStep();

  const field = await screen.findByLabelText("Username");
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("Set up your profile")).toBeNull();
});

test("a reload loses nothing but the password", async () => {
  mockPortal(OPEN);
  const { unmount } = renderInApp(<SignUpForm onSignedUp={() => {}} />);
  await fillFirstStep();
  const modal = await screen.findByRole("dialog");
  await userEvent.type(within(modal).getByLabelText("Channel name"), "My site");
  expect(localStorage.getItem("register_step")).toBe("2");

  unmount();
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  expect((await screen.findByLabelText<HTMLInputElement>("Username")).value).toBe("maya");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  expect(sessionStorage.getItem("register_draft")).toContain("My site");
  expect(sessionStorage.getItem("register_draft")).not.toContain("a long enough password");
});
