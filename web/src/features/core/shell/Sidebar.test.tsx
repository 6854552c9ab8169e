import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { maya, renderInApp } from "@/testing/portal";

import { Sidebar } from "./Sidebar";

const user = { ...maya, account: "maya-lindqvist", username: "maya-lindqvist", nickname: "Mimi" };

test("the sidebar shows the account's name and nickname, and 14 characters of the email with an ellipsis", async () => {
  renderInApp(<Sidebar user={user} collapsed={false} />);
  const sidebar = within(await screen.findByRole("navigation"));

  expect(sidebar.getByText("maya-lindqvist").textContent).toBe("maya-lindqvist Mimi");
  expect(sidebar.getByTitle("maya.lindqvist@example.com").textContent).toBe("maya.lindqvist…");
});

test("the sidebar shows a short email address whole", async () => {
  renderInApp(<Sidebar user={{ ...user, login_email: "m@example.com" }} collapsed={false} />);

  expect((await screen.findByTitle("m@example.com")).textContent).toBe("m@example.com");
});

test("the sidebar does not repeat a nickname equal to the account's name", async () => {
  renderInApp(<Sidebar user={{ ...user, nickname: "maya-lindqvist" }} collapsed={false} />);

  const name = await screen.findByText("maya-lindqvist");
  expect(name.textContent).toBe("maya-lindqvist");
});

test("a collapsed sidebar shows no name", async () => {
  renderInApp(<Sidebar user={user} collapsed />);
  await screen.findByRole("navigation");

  expect(screen.queryByText("maya-lindqvist")).toBeNull();
  expect(screen.queryByText(/maya\.lindqvist/)).toBeNull();
});
