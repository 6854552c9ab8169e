import { renderHook, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { setErrorHandler } from "@/api/onError";
import { useSession } from "@/api/session";
import { useUpload } from "@/api/useUpload";
import { ResetPassword } from "@/features/accounts/auth/reset/ResetPassword";
import { Invitation } from "@/features/accounts/referral/Invitation";
import { ProviderCallback } from "@/features/accounts/social-login/ProviderCallback";
import { ProviderButtons } from "@/features/accounts/social-login/redirect/ProviderButtons";
import { redirectState } from "@/features/accounts/social-login/redirect/redirectState";
import { mockPortal, renderInApp } from "@/testing/portal";
import { useToasts } from "@/ui/feedback/toasts";

import { reportError } from "./failures";

/** What the specification says of every failed call (§8) holds for those that no query or form makes, too. */
const toastTexts = () => useToasts.getState().list.map(({ message }) => message);
const refusal = new Refusal(20038, "Third-party information does not exist");

beforeEach(() => {
  setErrorHandler(reportError);
  useToasts.setState({ list: [] });
  useSession.getState().signIn("token");
});

test("an upload with an expired session ends the session, and says so", async () => {
  mockPortal({ "/common/upload": new Refusal(20069, "Token expired") });
  const { result } = renderHook(() => useUpload("/common/upload"));

  expect(await result.current.send(new File(["x"], "logo.png"))).toBeNull();

  expect(toastTexts()).toEqual(["Token expired"]);
  expect(useSession.getState()).toMatchObject({ token: "", ended: true });
});

test("an invitation that cannot be loaded and an invitation of an unknown user each say so", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  renderInApp(<Invitation uid={7} />);
  await screen.findByText(/We could not reach the portal/);
  expect(toastTexts()).toEqual(["Network error"]);

  mockPortal({ "/auth/refer_info": new Refusal(20019, "User does not exist") });
  renderInApp(<Invitation uid={8} />);
  await screen.findByText("Unknown invitation");
  expect(toastTexts()).toContain("User does not exist");
});

test("a refusing provider, a used link and a failed list of providers are reported", async () => {
  redirectState.begin(false);
  mockPortal({ "/auth/third_check": refusal });
  const back = { provider: "acme", code: "c0de", state: "st8", onBound: () => {} };
  renderInApp(<ProviderCallback {...back} onSignedIn={() => {}} />);
  await expect.poll(toastTexts).toEqual([refusal.message]);

  mockPortal({ "/auth/pwd_reset_check": new Refusal(20067, "Track has been used") });
  renderInApp(<ResetPassword token="t" onSignedIn={() => {}} />);
  await expect.poll(toastTexts).toContain("Track has been used");

  mockPortal({ "/auth/third_providers": new Refusal(21005, "Not available just now") });
  renderInApp(<ProviderButtons />);
  await expect.poll(toastTexts).toContain("Not available just now");
});
