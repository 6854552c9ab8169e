import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { mockPortal, renderInApp } from "@/testing/portal";
import { useToasts } from "@/ui/feedback/toasts";

import { saveDraft } from "./formDraft";
import { useCallForm } from "./useCallForm";

function EmailForm() {
  const { form, submit, failure } = useCallForm("/user/email_edit", {
    initialValues: { email: "", password: "" },
    draft: "email 7",
  });
  return (
    <form onSubmit={submit}>
      <input aria-label="Email" {...form.getInputProps("email")} />
      <input aria-label="Password" {...form.getInputProps("password")} />
      <output>{failure}</output>
      <output>{form.isDirty() ? "not saved" : "saved"}</output>
      <button type="submit">Send</button>
    </form>
  );
}

async function typeBoth() {
  await userEvent.type(await screen.findByLabelText("Email"), "maya@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "a long password");
}

test("a form's draft survives a reload, except passwords and other secrets", async () => {
  const { unmount } = renderInApp(<EmailForm />);
  await typeBoth();
  unmount();

  renderInApp(<EmailForm />);

  expect((await screen.findByLabelText<HTMLInputElement>("Email")).value).toBe("maya@example.com");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  expect(await screen.findByText("not saved")).toBeTruthy();
  saveDraft("method 7", { country: "SE", fields: { iban: "SE35" }, otp: "123456" });
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/a long password|SE35|123456/);
});

test("the end of the session keeps drafts of forms, and signing out in any tab deletes them", async () => {
  saveDraft("email 7", { email: "maya@example.com" });
  useSession.getState().end();
  expect(sessionStorage).toHaveLength(1);

  useSession.getState().forget();
  expect(sessionStorage).toHaveLength(0);

  saveDraft("email 7", { email: "maya@example.com" });
  window.dispatchEvent(new StorageEvent("storage", { key: "signed_out", newValue: "1" }));
  expect(sessionStorage).toHaveLength(0);
});

test("a field that the portal refuses gets the focus", async () => {
  mockPortal({
    "/user/email_edit": new Refusal(21000, "`attributes.email` is not an email address", {
      field: "attributes.email",
    }),
  });
  renderInApp(<EmailForm />);
  await typeBoth();

  await userEvent.click(screen.getByRole("button", { name: "Send" }));

  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Email"));
});

test("a refused field gets the focus, and not the one of the same name in another form", async () => {
  mockPortal({
    "/user/email_edit": new Refusal(21000, "`attributes.email` is not an email address", {
      field: "attributes.email",
    }),
  });
  renderInApp(
    <>
      <EmailForm />
      <EmailForm />
    </>,
  );
  const [, own] = await screen.findAllByLabelText("Email");
  const [, send] = screen.getAllByRole("button", { name: "Send" });
  if (!own || !send) throw new Error("The second form is not there");
  await userEvent.type(own, "maya@example.com");
  await userEvent.type(screen.getAllByLabelText("Password")[1] ?? own, "a long password");

  await userEvent.click(send);

  await expect.poll(() => document.activeElement).toBe(own);
});

test("the refusal of a field is shown once, beside it, and the toast of the attempt before disappears", async () => {
  const toastTexts = () => useToasts.getState().list.map(({ message }) => message);
  mockPortal({ "/user/email_edit": new Refusal(21005, "Not available just now") });
  renderInApp(<EmailForm />);
  await typeBoth();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await expect.poll(toastTexts).toEqual(["Not available just now"]);

  const data = { field: "attributes.email" };
  mockPortal({ "/user/email_edit": new Refusal(21000, "`attributes.email` is wrong", data) });
  await userEvent.click(screen.getByRole("button", { name: "Send" }));

  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Email"));
  expect(toastTexts()).toEqual([]);
});

test.each([
  ["with the field of the answer", 20046, { field: "attributes.email" }],
  ["with the form's own field for its code", 20_011, undefined],
])("a refusal %s is shown beside it, and in no toast", async (_, code, data) => {
  function CodeForm() {
    const { form, submit } = useCallForm("/user/email_edit", {
      initialValues: { email: "maya@example.com", password: "a long password" },
      fieldByCode: { 20011: "email" },
    });
    return (
      <form onSubmit={submit}>
        <input aria-label="Email" {...form.getInputProps("email")} />
        <output>{form.errors.email}</output>
        <button type="submit">Send</button>
      </form>
    );
  }
  mockPortal({ "/user/email_edit": new Refusal(code, "Taken by somebody", data) });
  renderInApp(<CodeForm />);

  await userEvent.click(await screen.findByRole("button", { name: "Send" }));

  await expect.poll(() => screen.getByRole("status").textContent).toBeTruthy();
  expect(useToasts.getState().list).toEqual([]);
});

test("a refused value without a field on the page is shown in a toast", async () => {
  function HiddenForm() {
    const { form, submit } = useCallForm("/user/email_edit", {
      initialValues: { email: "maya@example.com", password: "a long password" },
    });
    return (
      <form onSubmit={submit}>
        <input aria-label="Password" {...form.getInputProps("password")} />
        <button type="submit">Send</button>
      </form>
    );
  }
  const data = { field: "attributes.email" };
  mockPortal({ "/user/email_edit": new Refusal(21000, "`attributes.email` is wrong", data) });
  renderInApp(<HiddenForm />);

  await userEvent.click(await screen.findByRole("button", { name: "Send" }));

  await expect
    .poll(() => useToasts.getState().list.map(({ message }) => message))
    .toEqual(["`attributes.email` is wrong"]);
});

test("leaving a form field shows what is wrong with its value, and nothing while it is empty", async () => {
  function LeftForm() {
    const { form, leave } = useCallForm("/site/save", { initialValues: { website: "" } });
    return (
      <>
        <input
          aria-label="Website"
          {...form.getInputProps("website")}
          onBlur={() => void leave("website")}
        />
        <output>{form.errors.website}</output>
      </>
    );
  }
  renderInApp(<LeftForm />);
  const field = await screen.findByLabelText("Website");
  await userEvent.click(field);
  await userEvent.tab();
  expect(screen.getByRole("status").textContent).toBe("");

  await userEvent.type(field, "kitchen");
  await userEvent.tab();

  await screen.findByText(/must be a full URL/);
});

test("a failure that concerns no field is shown in the form, with what to do", async () => {
  vi.stubGlobal("fetch", async () => new Response("<h1>502</h1>", { status: 502 }));
  renderInApp(<EmailForm />);
  await typeBoth();

  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("Something broke on our side. Try again in a moment.");

  mockPortal({ "/user/email_edit": new Refusal(21004, "Too many requests, please wait a moment") });
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("Too many requests, please wait a moment", { selector: "output" });
});

test("leaving a form clears its failures, except the end of the session", async () => {
  const toastTexts = () => useToasts.getState().list.map(({ message }) => message);
  mockPortal({ "/user/email_edit": new Refusal(21005, "Not available just now") });
  const first = renderInApp(<EmailForm />);
  await typeBoth();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await expect.poll(toastTexts).toEqual(["Not available just now"]);
  first.unmount();
  expect(toastTexts()).toEqual([]);
  sessionStorage.clear();

  mockPortal({ "/user/email_edit": new Refusal(20069, "Token expired") });
  const second = renderInApp(<EmailForm />);
  await typeBoth();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await expect.poll(toastTexts).toEqual(["Token expired"]);
  second.unmount();
  expect(toastTexts()).toEqual(["Token expired"]);
});
