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

test("hovering a term shows its explanation", async () => {
  await userEvent.hover(term());
  expect(await findMeaning()).toBeTruthy();
  await userEvent.unhover(term());
  await waitUntilGone();
});

test("focusing a term by keyboard shows its explanation, until Escape", async () => {
  await userEvent.tab();
  expect(document.activeElement).toBe(term());
  expect(await findMeaning()).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitUntilGone();
});

test("a touch opens the explanation of a term, and a touch elsewhere closes it", async () => {
  fireEvent.pointerEnter(term(), { pointerType: "touch" });
  fireEvent.click(term());
  fireEvent.pointerLeave(term(), { pointerType: "touch" });
  expect(await findMeaning()).toBeTruthy();
  fireEvent.pointerDown(document.body);
  await waitUntilGone();
});

test("a screen reader gets the explanation as the term's description", () => {
  expect(term().getAttribute("aria-description")).toBe(MEANING);
});
