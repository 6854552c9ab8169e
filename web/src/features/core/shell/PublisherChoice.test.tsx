import { Menu } from "@mantine/core";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { useSession } from "@/api/session";
import { attributesOf, maya, mockPhone, mockPortal, renderInApp } from "@/testing/portal";

import { useToasts } from "@/ui/feedback/toasts";
import { PublisherChoice } from "./lazy/PublisherChoice";
import { Shell } from "./Shell";
import { Sidebar } from "./Sidebar";

const publishers = [
  { uid: 7, name: "Fern Reviews", role: "owner", current: true },
  { uid: 9, name: "Reed Media", role: "finance", current: false },
];

test("who works for several publishers switches in the user menu", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign });
  const calls = mockPortal({
    "/user/publisher_switch": { token: "of reed", expires_at: "2026-11-28T10:00:00Z" },
  });
  renderInApp(
    <Menu opened withinPortal={false}>
      <Menu.Dropdown>
        <PublisherChoice publishers={publishers} />
      </Menu.Dropdown>
    </Menu>,
  );

  const current = await screen.findByRole("menuitemradio", { name: /Fern Reviews/ });
  expect(current.getAttribute("aria-checked")).toBe("true");
  expect(within(current).getByText("Owner")).toBeTruthy();
  await userEvent.click(screen.getByRole("menuitemradio", { name: /Reed Media/ }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(attributesOf(calls, "/user/publisher_switch")).toEqual([{ uid: 9 }]);
  expect(localStorage.getItem("token")).toBe("of reed");
  useSession.getState().forget();
});

test("the sidebar names the publisher of the session for who works for several", async () => {
  renderInApp(<Sidebar user={{ ...maya, publishers }} collapsed={false} />);

  expect((await screen.findByTitle("Fern Reviews")).textContent).toBe("Fern Reviews");
  expect(screen.queryByText("Reed Media")).toBeNull();
});

test.each([
  ["here", "You now work for Fern Reviews"],
  ["elsewhere", "You now work for Fern Reviews: the publisher was switched in another tab"],
])("the page after a switch %s says for whom one works, once", async (tab, told) => {
  useToasts.setState({ list: [] });
  sessionStorage.setItem("switch_arrival", tab);
  mockPortal({
    "/user/profile": { ...maya, publishers },
    "/home/notices": { list: [], total: 0, unread: [] } as never,
  });
  const { unmount } = renderInApp(<Shell>Page</Shell>);

  await waitFor(() =>
    expect(useToasts.getState().list.map(({ message }) => message)).toEqual([told]),
  );
  unmount();
  expect(sessionStorage.getItem("switch_arrival")).toBeNull();
});

test("on a phone the header names the publisher, for who works for several", async () => {
  mockPhone();
  mockPortal({
    "/user/profile": { ...maya, publishers },
    "/home/notices": { list: [], total: 0, unread: [] } as never,
  });
  renderInApp(<Shell>Page</Shell>);

  expect((await screen.findByTitle("Fern Reviews")).textContent).toBe("For Fern Reviews");
});
