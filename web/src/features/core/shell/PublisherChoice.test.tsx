import { Menu } from "@mantine/core";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { useSession } from "@/api/session";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { PublisherChoice } from "./lazy/PublisherChoice";
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
