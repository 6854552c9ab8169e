import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { readDraft } from "@/api/form/formDraft";
import { attributesOf, mockPortal, renderInApp } from "@/testing/portal";

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
  "/common/terms": {
    title: "Terms of Acme",
    text: "Be fair.\n\n## Commission\n\nAll.",
    version: "1",
  },
  "/common/regions": {
    list: [{ code: "SE", name: "Sweden", calling_code: 46, currency: "SEK", provinces: [] }],
    total: 1,
  },
};

async function fill(label: string, text: string) {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
}

async function fillFirstStep() {
  await fill("Username", "maya");
  await fill("Email", "maya@example.com");
  await fill("Password", "a long enough password");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
}

test("a sign-up without a profile sends a single request", async () => {
  localStorage.setItem("referer_uid", "42");
  const calls = mockPortal(OPEN);
  const onSignedUp = vi.fn();
  renderInApp(<SignUpForm onSignedUp={onSignedUp} />);

  await fillFirstStep();
  await screen.findByDisplayValue(/^SEK/);
  await userEvent.click(screen.getByText("Create account without profile"));

  await expect.poll(() => onSignedUp.mock.calls).toEqual([["maya@example.com"]]);
  expect(calls.filter(({ path }) => path === "/auth/sign_up")).toMatchObject([
    {
      req: {
        attributes: {
          username: "maya",
          email: "maya@example.com",
          password: "a long enough password",
          confirm_password: "a long enough password",
          agreement: 1,
          referer_uid: 42,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          currency: "SEK",
        },
      },
    },
  ]);
  expect(localStorage.getItem("register_step")).toBe("1");
});

test("a taken username is reported beside its field, and step 2 of the sign-up is not opened", async () => {
  const refusal = new Refusal(20001, "Username already exists", { field: "attributes.username" });
  mockPortal({ ...OPEN, "/auth/account_check": refusal });
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  await fillFirstStep();

  const field = await screen.findByLabelText("Username");
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  expect(screen.queryByText("Set up your profile")).toBeNull();
});

test("a common password is refused in the first step of the sign-up, beside its field", async () => {
  const weak = new Refusal(
    20005,
    "Invalid password format: it is one of the most common passwords. Try three unrelated words",
    { field: "attributes.password", rule: "weak_password", limit: "common" },
  );
  const calls = mockPortal({ ...OPEN, "/auth/account_check": weak });
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  await fillFirstStep();

  await screen.findByText("This is one of the most common passwords. Try three unrelated words");
  expect(attributesOf(calls, "/auth/account_check")).toEqual([
    { username: "maya", email: "maya@example.com", password: "a long enough password" },
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  expect(screen.queryByText("Set up your profile")).toBeNull();
});

test("a sign-up field that the portal refuses gets the focus, in either step", async () => {
  const refuse = (field: string) => new Refusal(21000, "Not this one", { field });
  const refusals = [refuse("attributes.company.country"), refuse("attributes.email")];
  const answer = () => refusals.shift() ?? { uid: 7 };
  mockPortal({ ...OPEN, "/auth/sign_up": answer });
  renderInApp(<SignUpForm onSignedUp={() => {}} />);
  await fillFirstStep();

  await userEvent.click(await screen.findByText("Create account without profile"));
  // The field that is loaded takes the place of the one that is there at first.
  const hasFocus = (label: string) =>
    document.activeElement === screen.queryByLabelText(label, { selector: "input" });
  await expect.poll(() => hasFocus("Country")).toBe(true);

  await userEvent.click(screen.getByText("Create account without profile"));
  await expect.poll(() => hasFocus("Email")).toBe(true);
});

test("the first empty field of the sign-up gets the focus", async () => {
  mockPortal(OPEN);
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  await fill("Username", "maya");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));

  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Email"));
});

test("a reload of the sign-up keeps everything but the password", async () => {
  mockPortal(OPEN);
  const { unmount } = renderInApp(<SignUpForm onSignedUp={() => {}} />);
  await fillFirstStep();
  await screen.findByText("Set up your profile");
  await fill("Channel name", "My site");
  expect(localStorage.getItem("register_step")).toBe("2");

  unmount();
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  expect((await screen.findByLabelText<HTMLInputElement>("Username")).value).toBe("maya");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  expect(sessionStorage.getItem("draft register")).toContain("My site");
  expect(sessionStorage.getItem("draft register")).not.toContain("a long enough password");
});

test("a skipped profile is kept as a draft of the new account's forms", async () => {
  mockPortal(OPEN);
  const onSignedUp = vi.fn();
  renderInApp(<SignUpForm onSignedUp={onSignedUp} />);
  await fillFirstStep();
  await screen.findByText("Set up your profile");
  await fill("Your name", "Maya Lindqvist");
  await fill("Channel name", "My site");

  await userEvent.click(screen.getByText("Create account without profile"));

  await expect.poll(() => onSignedUp.mock.calls.length).toBe(1);
  expect(readDraft<{ company: object }>("company 7").company).toMatchObject({
    entity: "person",
    name: "Maya Lindqvist",
  });
  expect(readDraft("channel 7 new")).toMatchObject({ name: "My site" });
  expect(sessionStorage.getItem("draft register")).toBeNull();
});

test("the rules of username and password are shown from the start, and ticked as they are met", async () => {
  mockPortal(OPEN);
  renderInApp(<SignUpForm onSignedUp={() => {}} />);
  const rule = (text: string) => screen.getByText(text).closest("li")?.hasAttribute("data-met");
  await screen.findByText("At least 12 characters");
  expect(rule("3 to 64 characters")).toBe(false);

  await fill("Username", "maya.l");
  await fill("Password", "maya.l maya.l");

  expect(rule("3 to 64 characters")).toBe(true);
  expect(rule("A letter or digit at both ends")).toBe(true);
  expect(rule("At least 12 characters")).toBe(true);
  expect(rule("Not just your name or email address")).toBe(false);
});

test("a sign-up with a taken email address offers to sign in", async () => {
  const refusal = new Refusal(20003, "Email already exists", { field: "attributes.email" });
  mockPortal({ ...OPEN, "/auth/email_check": refusal });
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  await fillFirstStep();

  const link = await screen.findByRole("link", { name: "Sign in instead" });
  expect(link.getAttribute("href")).toBe("/auth/login");
  expect(screen.queryByText("Set up your profile")).toBeNull();
});

test("the terms can be read where the sign-up agrees to them", async () => {
  mockPortal(OPEN);
  renderInApp(<SignUpForm onSignedUp={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Read the terms" }));

  expect(await screen.findByRole("heading", { name: "Commission" })).toBeTruthy();
  expect(screen.getByRole("dialog", { name: "Terms of Acme" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Back to sign up" }));
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
});

test("the sign-up proposes a username from the email address, until another is typed", async () => {
  mockPortal(OPEN);
  renderInApp(<SignUpForm onSignedUp={() => {}} />);
  const name = () => screen.getByLabelText<HTMLInputElement>("Username").value;

  await fill("Email", "Maya.Lindqvist+shop@example.com");
  expect(name()).toBe("maya.lindqvist");
  await userEvent.clear(screen.getByLabelText("Email"));
  expect(name()).toBe("");
  await fill("Username", "reader");
  await fill("Email", "maya@example.com");
  expect(name()).toBe("reader");
});

test("a proposed username that is taken is replaced by another", async () => {
  const taken = new Refusal(20001, "Username already exists", { field: "attributes.username" });
  let first = true;
  const answer = () => {
    const refused = first;
    first = false;
    return refused ? taken : null;
  };
  const calls = mockPortal({ ...OPEN, "/auth/account_check": answer });
  renderInApp(<SignUpForm onSignedUp={() => {}} />);
  await fill("Email", "maya@example.com");
  await fill("Password", "a long enough password");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));

  await screen.findByText("Set up your profile");
  expect(attributesOf(calls, "/auth/account_check")).toMatchObject([
    { username: "maya" },
    { username: expect.stringMatching(/^maya\d{4}$/) },
  ]);
  expect(screen.queryByText("Username already exists")).toBeNull();
});

test("the country of the browser's time zone is proposed", async () => {
  const calls = mockPortal(OPEN);
  renderInApp(<SignUpForm onSignedUp={() => {}} />);
  await fillFirstStep();

  // The list, or the hidden field with its value.
  expect((await screen.findAllByDisplayValue("Sweden")).length).toBeGreaterThan(0);
  const filters = calls
    .filter(({ path }) => path === "/common/regions")
    .map(({ req }) => req.filter);
  expect(filters).toContainEqual({
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});
