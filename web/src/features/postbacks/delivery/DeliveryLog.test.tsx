import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { deliverySearch } from "@/features/postbacks/searchParams";
import { attributesOf, mockPortal, renderInApp } from "@/testing/portal";
import { delivery, portal } from "@/testing/postbacks";
import { DeliveryLog } from "./DeliveryLog";

test("sending failed deliveries again is not reported as a success if there are none", async () => {
  mockPortal({ ...portal, "/postback/redeliver": { count: 0 } });
  renderInApp(<DeliveryLog search={{}} onSearch={() => undefined} />);

  await userEvent.click(await screen.findByRole("button", { name: "Send failed ones again" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Send failed ones again" }));

  expect(await screen.findByText(/No delivery that matches the filter has failed/)).toBeTruthy();
});

test("the number of failed deliveries is said before they are sent again", async () => {
  const calls = mockPortal({
    ...portal,
    "/postback/deliveries": ({ filter }) => ({
      list: [delivery],
      total: (filter as { state?: string }).state === "failed" ? 12 : 40,
      next: null,
    }),
  });
  renderInApp(<DeliveryLog search={{ postback: 4 }} onSearch={() => undefined} />);

  await userEvent.click(await screen.findByRole("button", { name: "Send failed ones again" }));

  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(/^12 deliveries that match the filter have failed/)).toBeTruthy();
  const asked = calls.filter(({ path }) => path === "/postback/deliveries").at(-1);
  expect(asked?.req.filter).toMatchObject({ id: 4, state: "failed" });
});

test("failed tests are not counted among what is sent again", async () => {
  mockPortal({
    ...portal,
    "/postback/deliveries": { list: [{ ...delivery, test: true }], total: 1, next: null },
  });
  renderInApp(<DeliveryLog search={{}} onSearch={() => undefined} />);

  await userEvent.click(await screen.findByRole("button", { name: "Send failed ones again" }));

  const dialog = within(await screen.findByRole("dialog"));
  expect(
    await dialog.findByText(
      "No delivery that matches the filter has failed. Tests are not sent again.",
    ),
  ).toBeTruthy();
});

test("the delivery log names an order by the brand's number, as in Transactions", async () => {
  mockPortal(portal);
  renderInApp(<DeliveryLog search={{ delivery: delivery.id }} onSearch={() => undefined} />);

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("LO-5001")).toBeTruthy();
  expect(drawer.getByText("5001")).toBeTruthy();
  const row = within(await screen.findByRole("table", { hidden: true }));
  expect(row.getByText("LO-5001")).toBeTruthy();
  expect(row.queryByText("5001")).toBeNull();
});

test("a delivery shows its attempts, and is sent again", async () => {
  const calls = mockPortal({ ...portal, "/postback/redeliver": { count: 1 } });
  renderInApp(<DeliveryLog search={{ delivery: delivery.id }} onSearch={() => undefined} />);

  const drawer = await screen.findByRole("dialog");
  expect(await within(drawer).findByText(/GET https:\/\/tracker.example\/in\?a=5001/)).toBeTruthy();
  expect(within(drawer).getByText("<b>database is locked</b>")).toBeTruthy();
  await userEvent.click(within(drawer).getByRole("button", { name: "Send again" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/postback/redeliver")).toEqual([{ ids: [delivery.id] }]),
  );
});

test("a delivery that waits for a paused postback says so", async () => {
  mockPortal({
    ...portal,
    "/postback/deliveries": { list: [{ ...delivery, attempts: [] }], total: 1, next: null },
  });
  renderInApp(<DeliveryLog search={{ delivery: delivery.id }} onSearch={() => undefined} />);

  const drawer = await screen.findByRole("dialog");
  expect(await within(drawer).findByText("When resumed")).toBeTruthy();
  expect(within(drawer).getByText("Not attempted yet")).toBeTruthy();
  expect(within(drawer).getByRole("link", { name: /^No\. 4, / })).toBeTruthy();
  const row = within(await screen.findByRole("table", { hidden: true }));
  expect(row.getByText("When resumed")).toBeTruthy();
});

test("the delivery log is filtered by days, which the URL keeps", async () => {
  const days = { start_date: "2026-11-20", end_date: "2026-11-21" };
  const calls = mockPortal(portal);
  renderInApp(<DeliveryLog search={deliverySearch(days)} onSearch={() => undefined} />);

  expect(await screen.findByText("20 Nov 2026 – 21 Nov 2026")).toBeTruthy();
  const { req } = calls.find(({ path }) => path === "/postback/deliveries") ?? {};
  expect(req?.filter).toMatchObject(days);
});
