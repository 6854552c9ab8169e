import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Refusal } from "@/api/call";
import type { Passkey } from "@/api/gen/types.gen";
import { EmailPanel } from "@/features/accounts/security/EmailPanel";
import { mockPasskeys, signed } from "@/testing/passkeys";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { PasskeysPanel } from "./PasskeysPanel";

const passkey = (changed: Partial<Passkey>): Passkey => ({
  id: 7,
  name: "iCloud Keychain",
  device: "iCloud Keychain",
  synced: true,
  credential_id: "Y3JlZA",
  created_at: "2026-11-20T08:00:00Z",
  last_used_at: null,
  ...changed,
});
const listOf = (...list: Passkey[]) => ({ list, rp_id: "portal.example" });
const options = { options: { challenge: "abc" } };
const ticket = { token: null, stepup: "a ticket", expires_at: "2026-11-20T08:02:00Z" };

test("passkeys are listed with where they are and when they were used", async () => {
  mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(
      passkey({}),
      passkey({ id: 8, name: "Desk", device: "Security key", synced: false }),
    ),
  });
  renderInApp(<PasskeysPanel />);

  const [phone, key] = (await screen.findAllByRole("listitem")) as [HTMLElement, HTMLElement];
  expect(phone.textContent).toContain("Synced");
  expect(phone.textContent).toContain("Never used");
  expect(key.textContent).toContain("Only on this device");
  expect(key.textContent).toContain("Security key");
});

test("nothing is shown where there are no passkeys", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": { list: [], rp_id: null },
  });
  renderInApp(<PasskeysPanel />);

  await expect.poll(() => calls.map(({ path }) => path)).toContain("/user/passkey_list");
  await expect.poll(() => screen.queryByRole("region", { name: "Passkeys" })).toBeNull();
});

test("a passkey is added after the password", async () => {
  mockPasskeys();
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(),
    "/user/passkey_begin": options,
    "/user/passkey_save": passkey({}),
  });
  renderInApp(<PasskeysPanel />);

  await userEvent.click(await screen.findByRole("button", { name: "Add a passkey" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "a long password{Enter}");

  await screen.findByText("iCloud Keychain can sign you in now");
  expect(attributesOf(calls, "/user/passkey_begin")).toEqual([{ password: "a long password" }]);
  expect(attributesOf(calls, "/user/passkey_save")).toEqual([
    {
      credential: {
        id: signed.id,
        client_data: signed.client_data,
        attestation_object: "b2JqZWN0",
        transports: ["internal"],
      },
    },
  ]);
});

test.each([
  ["NotAllowedError", /No passkey was made/],
  ["InvalidStateError", /on this device already/],
])("%s says what happened, and adds nothing", async (reason, words) => {
  mockPasskeys().cancel(reason);
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(),
    "/user/passkey_begin": options,
  });
  renderInApp(<PasskeysPanel />);

  await userEvent.click(await screen.findByRole("button", { name: "Add a passkey" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "a long password{Enter}");

  await screen.findByText(words);
  expect(attributesOf(calls, "/user/passkey_save")).toEqual([]);
});

test("a removed passkey is forgotten by the browser, too", async () => {
  const { forgotten } = mockPasskeys();
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(passkey({})),
    "/user/passkey_del": { waits_until: null },
  });
  renderInApp(<PasskeysPanel />);

  await userEvent.click(await screen.findByRole("button", { name: "Remove iCloud Keychain" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "a long password{Enter}");

  await expect.poll(() => forgotten).toEqual([{ rpId: "portal.example", credentialId: "Y3JlZA" }]);
  expect(attributesOf(calls, "/user/passkey_del")).toEqual([
    { id: 7, password: "a long password" },
  ]);
});

test("a passkey whose removal waits is not forgotten by the browser", async () => {
  const { forgotten } = mockPasskeys();
  mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(passkey({})),
    "/user/passkey_del": { waits_until: "2026-11-30T10:00:00Z" },
  });
  renderInApp(<PasskeysPanel />);

  await userEvent.click(await screen.findByRole("button", { name: "Remove iCloud Keychain" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "a long password{Enter}");

  expect(await screen.findByText(/will be removed on .* unless somebody stops it/)).toBeTruthy();
  expect(forgotten).toEqual([]);
});

test("a passkey gets another name, and not an empty one", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(passkey({})),
    "/user/passkey_save": passkey({ name: "My phone" }),
  });
  renderInApp(<PasskeysPanel />);

  await userEvent.click(await screen.findByRole("button", { name: "Rename iCloud Keychain" }));
  const dialog = await screen.findByRole("dialog", { name: "Rename the passkey" });
  const name = within(dialog).getByLabelText("Name");
  await userEvent.clear(name);
  await userEvent.keyboard("{Enter}");
  await within(dialog).findByText("Give it a name");
  await userEvent.type(name, "My phone{Enter}");

  await expect
    .poll(() => attributesOf(calls, "/user/passkey_save"))
    .toEqual([{ id: 7, name: "My phone" }]);
});

test("the staff who act as a publisher only see the passkeys", async () => {
  mockPasskeys();
  mockPortal({
    "/user/profile": { ...maya, impersonated_by: "otto" },
    "/user/passkey_list": listOf(passkey({})),
  });
  renderInApp(<PasskeysPanel />);

  await screen.findByRole("listitem");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a passkey confirms a form in place of the password", async () => {
  mockPasskeys();
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(passkey({})),
    "/auth/passkey_begin": options,
    "/auth/passkey_finish": ticket,
    "/user/email_edit": null,
  });
  renderInApp(<EmailPanel />);

  await userEvent.type(await screen.findByLabelText("New email"), "new@example.com");
  await userEvent.click(await screen.findByRole("button", { name: "Confirm with a passkey" }));

  await screen.findByText("Confirm the new address");
  expect(attributesOf(calls, "/auth/passkey_begin")).toEqual([
    { path: "/user/email_edit", attributes: { email: "new@example.com" } },
  ]);
  expect(attributesOf(calls, "/user/email_edit")).toEqual([
    { email: "new@example.com", stepup: "a ticket" },
  ]);
});

test("a form with an empty field asks for no passkey", async () => {
  mockPasskeys();
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(passkey({})),
  });
  renderInApp(<EmailPanel />);

  // A draft of another test may be there.
  await userEvent.clear(await screen.findByLabelText("New email"));
  await userEvent.click(await screen.findByRole("button", { name: "Confirm with a passkey" }));

  await expect
    .poll(() => screen.getByLabelText("New email").getAttribute("aria-describedby"))
    .toMatch(/error/);
  expect(screen.getByLabelText("Your password").getAttribute("data-invalid")).toBeNull();
  expect(attributesOf(calls, "/auth/passkey_begin")).toEqual([]);
});

test("a form with neither password nor passkey sends nothing", async () => {
  const calls = mockPortal({ "/user/profile": maya });
  renderInApp(<EmailPanel />);

  await userEvent.type(await screen.findByLabelText("New email"), "new@example.com{Enter}");

  await expect
    .poll(() => screen.getByLabelText("Your password").getAttribute("data-invalid"))
    .toBe("true");
  expect(attributesOf(calls, "/user/email_edit")).toEqual([]);
});

test("a passkey that is not used says so beside the form, which keeps what was typed", async () => {
  mockPasskeys().cancel();
  mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(passkey({})),
    "/auth/passkey_begin": options,
  });
  renderInApp(<EmailPanel />);

  await userEvent.type(await screen.findByLabelText("New email"), "new@example.com");
  await userEvent.click(await screen.findByRole("button", { name: "Confirm with a passkey" }));

  expect((await screen.findByRole("alert")).textContent).toMatch(/No passkey was used/);
  expect(screen.getByLabelText<HTMLInputElement>("New email").value).toBe("new@example.com");
});

test("a ticket that is refused marks the field of the password", async () => {
  mockPasskeys();
  mockPortal({
    "/user/profile": maya,
    "/user/passkey_list": listOf(passkey({})),
    "/auth/passkey_begin": options,
    "/auth/passkey_finish": ticket,
    "/user/email_edit": new Refusal(20050, "Confirm again", { field: "attributes.stepup" }),
  });
  renderInApp(<EmailPanel />);

  await userEvent.type(await screen.findByLabelText("New email"), "new@example.com");
  await userEvent.click(await screen.findByRole("button", { name: "Confirm with a passkey" }));

  await expect
    .poll(() => screen.getByLabelText("Your password").getAttribute("data-invalid"))
    .toBe("true");
});
