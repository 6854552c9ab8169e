import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { Term } from "./Term";

const MEANING = "Earnings per click: commission divided by clicks.";

beforeEach(async () => {
  mockPortal({ "/user/profile": maya });
  renderInApp(<Term of="epc">EPC</Term>);
  await screen.findByRole("button", { name: "EPC" });
});

const term = () => screen.getByRole("button", { name: "EPC" });
const findMeaning = () => screen.findByText(MEANING);
const waitUntilGone = () => waitFor(() => expect(screen.queryByText(MEANING)).toBeNull());

test("a term says what it means while the mouse is on it", async () => {
  await userEvent.hover(term());
  expect(await findMeaning()).toBeTruthy();
  await userEvent.unhover(term());
  await waitUntilGone();
});

test("a term says what it means to the keyboard, until Escape", async () => {
  await userEvent.tab();
  expect(document.activeElement).toBe(term());
  expect(await findMeaning()).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitUntilGone();
});

test("a touch opens it, the end of the touch leaves it open, and one elsewhere closes it", async () => {
  fireEvent.pointerEnter(term(), { pointerType: "touch" });
  fireEvent.click(term());
  fireEvent.pointerLeave(term(), { pointerType: "touch" });
  expect(await findMeaning()).toBeTruthy();
  fireEvent.pointerDown(document.body);
  await waitUntilGone();
});

test("a screen reader hears it with the word", () => {
  expect(term().getAttribute("aria-description")).toBe(MEANING);
});
