import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { TwoStepPanel } from "./TwoStepPanel";

const CODES = ["aaaaa-bbbbb", "ccccc-ddddd"];

test("two-step sign-in is on once a code of the app is entered, and shows the recovery codes", async () => {
  const calls = mockPortal({
    "/user/profile": { ...maya, two_step: false },
    "/user/two_step_begin": { secret: "JBSWY3DP", url: "otpauth://totp/x", qr: "<svg/>" },
    "/user/two_step_confirm": { recovery_codes: CODES },
  });
  renderInApp(
    <Suspense>
      <TwoStepPanel />
    </Suspense>,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Turn on" }));
  const code = await screen.findByLabelText("Code");
  expect(screen.getByRole("img", { name: /QR code/ })).toBeTruthy();
  await userEvent.type(code, "123456{Enter}");

  for (const each of CODES) await screen.findByText(each);
  expect(calls.find(({ path }) => path === "/user/two_step_confirm")?.req).toMatchObject({
    attributes: { otp: "123456" },
  });
  expect(calls.filter(({ path }) => path === "/user/two_step_begin")).toHaveLength(1);
});

test("turning the second step off takes the password, and a wrong one is shown beside its field", async () => {
  mockPortal({
    "/user/profile": { ...maya, two_step: true },
    "/user/two_step_end": new Refusal(20050, "Invalid login password"),
  });
  renderInApp(
    <Suspense>
      <TwoStepPanel />
    </Suspense>,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "not this one{Enter}");

  await expect
    .poll(() => screen.getByLabelText("Your password").getAttribute("data-invalid"))
    .toBe("true");
});

test("turning the second step off starts no new setup", async () => {
  mockPortal({ "/user/profile": { ...maya, two_step: true } });
  renderInApp(
    <Suspense>
      <TwoStepPanel />
    </Suspense>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
  const password = await screen.findByLabelText("Your password");
  const calls = mockPortal({
    "/user/profile": { ...maya, two_step: false },
    "/user/two_step_end": { waits_until: null },
  });

  await userEvent.type(password, "a password{Enter}");

  await screen.findByText("Two-step sign-in is off");
  await screen.findByRole("button", { name: "Turn on" });
  expect(calls.map(({ path }) => path)).toEqual(["/user/two_step_end", "/user/profile"]);
});

test("an old second step that only the password confirms is off later, with a code at once", async () => {
  const calls = mockPortal({
    "/user/profile": { ...maya, two_step: true },
    "/user/two_step_end": { waits_until: "2026-11-30T10:00:00Z" },
  });
  renderInApp(
    <Suspense>
      <TwoStepPanel />
    </Suspense>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
  await userEvent.type(await screen.findByLabelText("Code (optional)"), "123456");
  await userEvent.type(screen.getByLabelText("Your password"), "a password{Enter}");

  expect(await screen.findByText(/will be off on .* unless somebody stops it/)).toBeTruthy();
  expect(calls.find(({ path }) => path === "/user/two_step_end")?.req).toMatchObject({
    attributes: { otp: "123456", password: "a password" },
  });
});

test("a wrong code is shown beside its field", async () => {
  mockPortal({
    "/user/profile": { ...maya, two_step: true },
    "/user/two_step_end": new Refusal(20060, "Invalid verification code"),
  });
  renderInApp(
    <Suspense>
      <TwoStepPanel />
    </Suspense>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
  await userEvent.type(await screen.findByLabelText("Code (optional)"), "1");
  await userEvent.type(screen.getByLabelText("Your password"), "a password{Enter}");
  await expect
    .poll(() => screen.getByLabelText("Code (optional)").getAttribute("aria-invalid"))
    .toBe("true");
});
