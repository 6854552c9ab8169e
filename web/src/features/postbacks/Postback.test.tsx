import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { delivery, portal, saved } from "@/testing/postbacks";

import { PostbackEditor } from "./PostbackEditor";
import { PostbackTable } from "./PostbackTable";
import { insertMacro, lastThirtyDays } from "./postbackValues";

test("a postback is listed with its state and its waiting deliveries, and can be resumed", async () => {
  const calls = mockPortal({ ...portal, "/postback/set_state": { ...saved, state: "active" } });
  renderInApp(<PostbackTable onDelivery={() => {}} />);

  expect(await screen.findByText("Paused by us")).toBeTruthy();
  expect(screen.getByTitle("https://tracker.example/in")).toBeTruthy();
  // 7 of 11: what waits for a postback that is paused was not delivered.
  expect(screen.getByText("63.6%")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Order created, no. 4" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Resume" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/postback/set_state")).toEqual([{ id: 4, state: "active" }]),
  );
});

test("an active postback whose last attempts failed says so, with the last reason", async () => {
  const failing = { ...saved, state: "active" as const, state_reason: null };
  const mark = { id: delivery.id, created_at: "2026-11-23T09:00:00Z" };
  const marks = [
    { ...mark, state: "waiting" as const, status_code: null, error: null },
    { ...mark, state: "failed" as const, status_code: 503, error: "status" as const },
    { ...mark, state: "failed" as const, status_code: null, error: "timeout" as const },
  ];
  mockPortal({
    ...portal,
    "/postback/list": { list: [failing], total: 1 },
    "/postback/recent": { list: [{ postback_id: 4, marks }], total: 1 },
  });
  renderInApp(<PostbackTable onDelivery={() => {}} />);

  const state = await screen.findByText("Active, failing");
  expect(state.closest("[data-state]")?.getAttribute("data-state")).toBe("pending");
  expect(await screen.findByText("Refused by the receiver (503)")).toBeTruthy();
});

test("an active postback whose last attempt succeeded is healthy", async () => {
  const healthy = { ...saved, state: "active" as const, state_reason: null, failing_since: null };
  mockPortal({ ...portal, "/postback/list": { list: [healthy], total: 1 } });
  renderInApp(<PostbackTable onDelivery={() => {}} />);

  expect(await screen.findByText("Active")).toBeTruthy();
});

test("a postback is deleted once, however often the button is pressed", async () => {
  const calls = mockPortal({ ...portal, "/postback/del": null });
  renderInApp(<PostbackTable onDelivery={() => {}} />);
  await userEvent.click(
    await screen.findByRole("button", { name: "Actions for Order created, no. 4" }),
  );
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));

  await userEvent.dblClick(await screen.findByRole("button", { name: "Delete postback" }));

  await screen.findByText("Postback deleted");
  expect(attributesOf(calls, "/postback/del")).toEqual([{ id: 4 }]);
});

test("a new postback of somebody who sees one channel is for this channel", async () => {
  const calls = mockPortal({
    ...portal,
    "/user/profile": { ...maya, roles: ["developer"], site_ids: [7] },
    "/brands/find": { list: [], total: 0, next: null },
    "/postback/do_info": saved,
  });
  renderInApp(<PostbackEditor id={null} />);

  await userEvent.type(await screen.findByLabelText(/Address/), "https://tracker.example/in");
  await userEvent.click(screen.getByRole("button", { name: "Save postback" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/postback/do_info")).toMatchObject([{ site_id: 7 }]),
  );
});

test("a new postback begins with the first event that one may choose", async () => {
  const types = portal["/postback/get_type"];
  const event_types = [{ id: 4, name: "payment.sent", title: "Payment sent", macros: [] }];
  const calls = mockPortal({
    ...portal,
    "/user/profile": { ...maya, roles: ["finance"] },
    "/postback/get_type": { ...types, event_types },
    "/brands/find": { list: [], total: 0, next: null },
    "/postback/do_info": saved,
  });
  renderInApp(<PostbackEditor id={null} />);

  await userEvent.type(await screen.findByLabelText(/Address/), "https://tracker.example/in");
  await userEvent.click(screen.getByRole("button", { name: "Save postback" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/postback/do_info")).toMatchObject([{ event_type: 4 }]),
  );
});

test("the empty list of postbacks says what to do", async () => {
  mockPortal({ ...portal, "/postback/list": { list: [], total: 0 } });
  renderInApp(<PostbackTable onDelivery={() => {}} />);

  expect(await screen.findByText("No postback yet")).toBeTruthy();
});

test("a new postback is saved from a template, with a macro at the last cursor position", async () => {
  const calls = mockPortal({ ...portal, "/postback/do_info": saved });
  renderInApp(<PostbackEditor id={null} />);

  await userEvent.click(await screen.findByRole("combobox", { name: /Start from a template/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Voluum" }));
  await userEvent.click(screen.getByRole("button", { name: "Add parameter" }));
  await userEvent.type(screen.getByLabelText("Name of parameter 2"), "order");
  await userEvent.type(screen.getByLabelText("Value of parameter 2"), "no-");
  await userEvent.click(screen.getByRole("combobox", { name: /Insert a macro/ }));
  await userEvent.click(await screen.findByRole("option", { name: /oid/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save postback" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/postback/do_info")).toMatchObject([
      {
        event_type: 1,
        delivery_type: 1,
        link_url: "https://YOUR-DOMAIN.voluumtrk.com/postback",
        parameters: { cid: "{uid1}", order: "no-{oid}" },
      },
    ]),
  );
});

test("the refusal of a postback parameter is shown beside it", async () => {
  mockPortal({
    ...portal,
    "/postback/do_info": new Refusal(21000, "`attributes.parameters.a` names {x}", {
      field: "attributes.parameters.a",
      rule: "unknown_macro",
      limit: "x",
    }),
  });
  renderInApp(<PostbackEditor id={4} />);

  await userEvent.click(await screen.findByRole("button", { name: "Save postback" }));

  expect(await screen.findByText(/^This contains \{x\}, but there is no such macro/)).toBeTruthy();
});

test("a postback parameter without a name or with a duplicate name is refused, and nothing is sent", async () => {
  const calls = mockPortal({ ...portal, "/postback/do_info": saved });
  renderInApp(<PostbackEditor id={4} />);

  for (const place of [2, 3]) {
    await userEvent.click(await screen.findByRole("button", { name: "Add parameter" }));
    await userEvent.type(screen.getByLabelText(`Value of parameter ${place}`), "b");
  }
  await userEvent.type(screen.getByLabelText("Name of parameter 3"), "a");
  await userEvent.click(screen.getByRole("button", { name: "Save postback" }));

  expect(await screen.findByText("Give this parameter a name")).toBeTruthy();
  expect(screen.getByText("Another parameter has this name")).toBeTruthy();
  expect(attributesOf(calls, "/postback/do_info")).toEqual([]);
});

test("an error in a half-typed postback URL is shown once", async () => {
  mockPortal({
    ...portal,
    "/postback/test_info": new Refusal(21000, "`attributes.draft.link_url` names {x}", {
      field: "attributes.draft.link_url",
      rule: "unknown_macro",
      limit: "x",
    }),
  });
  renderInApp(<PostbackEditor id={4} />);

  expect(
    await screen.findAllByText(/^This contains \{x\}, but there is no such macro/),
  ).toHaveLength(1);
});

test("the test of a postback shows its outcome", async () => {
  const calls = mockPortal({
    ...portal,
    "/postback/do_test": { delivery_id: delivery.id },
    "/postback/deliveries": {
      list: [{ ...delivery, state: "failed", test: true }],
      total: 1,
      next: null,
    },
  });
  renderInApp(<PostbackEditor id={4} />);

  expect(await screen.findByText(/in\?a=5001/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send test" }));

  expect(await screen.findByText("Not delivered, 503, Refused by the receiver")).toBeTruthy();
  expect(attributesOf(calls, "/postback/do_test")).toMatchObject([
    { id: 4, draft: { event_type: 1 } },
  ]);
});

test("the secret of a postback is shown after the password", async () => {
  const calls = mockPortal({
    ...portal,
    "/postback/secret": {
      secret: "whsec_abc",
      shown_at: "2026-11-23T09:00:00Z",
      old_secret_until: null,
    },
  });
  renderInApp(<PostbackEditor id={4} />);

  await userEvent.type(await screen.findByLabelText("Your portal password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Show secret" }));

  expect(await screen.findByDisplayValue("whsec_abc")).toBeTruthy();
  expect(attributesOf(calls, "/postback/secret")).toMatchObject([
    { id: 4, password: "correct horse" },
  ]);
});

test("a deleted postback says so", async () => {
  mockPortal({ ...portal, "/postback/list": { list: [], total: 0 } });
  renderInApp(<PostbackEditor id={9} />);

  expect(await screen.findByText("Postback not found")).toBeTruthy();
});

test("a macro is inserted at the cursor, else at the end of a postback URL", () => {
  expect(insertMacro("a=&b", "oid", 2)).toBe("a={oid}&b");
  expect(insertMacro("a=", "oid", null)).toBe("a={oid}");
});

test("the last thirty days of deliveries include tomorrow in UTC, which some time zones have reached", () => {
  expect(lastThirtyDays(Date.parse("2026-11-23T12:00:00Z"))).toEqual({
    start_date: "2026-10-24",
    end_date: "2026-11-24",
  });
});
