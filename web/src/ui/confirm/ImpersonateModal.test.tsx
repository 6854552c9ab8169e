import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ImpersonateModal } from "./lazy/ImpersonateModal";

test.each([
  [20046, "Email not verified"],
  [20049, "Login attempts exceeded, please reset password"],
])(
  "error code %i of signing in as a publisher is shown in the form, without a toast",
  async (code, message) => {
    const calls = mockPortal({ "/auth/sign_in_admin": new Refusal(code, message) });
    renderInApp(<ImpersonateModal user={maya} onGone={() => {}} />);
    const dialog = within(await screen.findByRole("dialog", { name: "Sign in as a publisher" }));
    for (const label of ["Publisher ID or email", "Reason", "Your password"]) {
      await userEvent.click(dialog.getByLabelText(label));
      await userEvent.paste("1002");
    }
    await userEvent.click(dialog.getByRole("button", { name: "Make a sign-in link" }));

    expect((await dialog.findByRole("alert")).textContent).toContain(message);
    expect(calls.map(({ path }) => path)).toEqual(["/auth/sign_in_admin"]);
  },
);
