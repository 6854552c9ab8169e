import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { attributesOf, mockPortal, renderInApp } from "@/testing/portal";
import { delivery, portal, saved } from "@/testing/postbacks";
import { PostbackEditor } from "./PostbackEditor";

const orderField = () => screen.findByLabelText(/Our order number/);
const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;

test("the first change of a postback clears the outcome of its test", async () => {
  mockPortal({
    ...portal,
    "/postback/do_test": { delivery_id: delivery.id },
    "/postback/deliveries": {
      list: [{ ...delivery, state: "delivered", status_code: 200, error: null, test: true }],
      total: 1,
      next: null,
    },
  });
  renderInApp(<PostbackEditor id={4} />);
  await screen.findByText(/in\?a=5001/);
  await userEvent.click(screen.getByRole("button", { name: "Send test" }));
  expect(await screen.findByText(/Delivered: status 200/)).toBeTruthy();

  await userEvent.type(await orderField(), "7");

  await waitFor(() => expect(screen.queryByText(/Delivered: status 200/)).toBeNull());
});

test("a postback is not tested with an unknown order number, and the field says why", async () => {
  const calls = mockPortal({
    ...portal,
    "/postback/test_info": new Refusal(21009, "Not found", { field: "attributes.oid" }),
  });
  renderInApp(<PostbackEditor id={4} />);
  await userEvent.type(await orderField(), "abc");
  expect(await screen.findByText(/Digits only/)).toBeTruthy();
  expect(isDisabled(screen.getByRole("button", { name: "Send test" }))).toBe(true);

  await userEvent.clear(await orderField());
  await userEvent.type(await orderField(), "77");

  expect(await screen.findByText(/You have no order with this number/)).toBeTruthy();
  expect(screen.queryByText("Not found")).toBeNull();
  expect(isDisabled(screen.getByRole("button", { name: "Send test" }))).toBe(true);
  expect(attributesOf(calls, "/postback/do_test")).toEqual([]);
});

test("the preview of a postback URL with a signature says when it is filled in", async () => {
  const signed = { ...saved, parameters: { sign: "{signature}" } };
  mockPortal({ ...portal, "/postback/list": { list: [signed], total: 1 } });
  renderInApp(<PostbackEditor id={4} />);
  expect(await screen.findByText("The signature is filled in when it is sent.")).toBeTruthy();
});

test("inserting a macro returns the focus to the field, behind the macro", async () => {
  mockPortal(portal);
  renderInApp(<PostbackEditor id={4} />);
  const field = (await screen.findByLabelText("Value of parameter 1")) as HTMLInputElement;
  await userEvent.clear(field);
  await userEvent.type(field, "no-");
  await userEvent.click(screen.getByRole("combobox", { name: /Insert a macro/ }));
  await userEvent.click(await screen.findByRole("option", { name: /oid/ }));

  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe("no-{oid}");
  expect(field.selectionStart).toBe("no-{oid}".length);
});

test.each([
  [21009, /This postback no longer exists/],
  [21016, /was changed in another window/],
])(
  "a postback that is deleted or changed meanwhile is not overwritten (%i)",
  async (code, said) => {
    const calls = mockPortal({
      ...portal,
      "/postback/do_info": new Refusal(code, "Refused", { field: "attributes.id" }),
    });
    renderInApp(<PostbackEditor id={4} />);
    await userEvent.click(await screen.findByRole("button", { name: "Save postback" }));
    expect(await screen.findByText(said)).toBeTruthy();
    expect(attributesOf(calls, "/postback/do_info")).toMatchObject([
      { id: 4, updated_at: saved.updated_at },
    ]);
  },
);
