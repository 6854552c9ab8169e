import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "@/testing/portal";

const FRUIT = [
  { value: "a", label: "Apple" },
  { value: "p", label: "Pear" },
];
const onChange = vi.fn();
const box = () => screen.getByRole("combobox", { name: "Fruit" });

// Each test begins before the list is loaded.
beforeEach(async () => {
  onChange.mockReset();
  vi.resetModules();
  const { LazySelect } = await import("./LazySelect");
  renderInApp(<LazySelect label="Fruit" searchable data={FRUIT} value="p" onChange={onChange} />);
  await screen.findByRole("combobox");
});

test("a closed select shows its value, without a list", () => {
  expect(box()).toHaveProperty("value", "Pear");
  expect(box().dataset.lazy).toBe("closed");
});

test("a select reached by keyboard keeps the focus and opens its list", async () => {
  await userEvent.tab();
  await screen.findByRole("option", { name: "Apple" });

  expect(box().dataset.lazy).toBeUndefined();
  expect(document.activeElement).toBe(box());
});

test("text typed before the list is loaded searches it", async () => {
  const closed = box();
  await userEvent.clear(closed);
  await userEvent.keyboard("App");
  await screen.findByRole("option", { name: "Apple" });

  expect(box()).toHaveProperty("value", "App");
  expect(screen.queryByRole("option", { name: "Pear" })).toBeNull();
});

test.each([
  ["App", "a", "Pear"],
  ["nothing", undefined, "Pear"],
])("%s typed and left before the list is loaded selects %s", async (text, taken, shown) => {
  const closed = box();
  act(() => closed.focus());
  fireEvent.change(closed, { target: { value: text } });
  act(() => closed.blur());
  expect(box().dataset.lazy).toBe("typed");
  await expect.poll(() => box().dataset.lazy).toBeUndefined();

  await expect.poll(() => onChange.mock.calls[0]?.[0]).toBe(taken);
  await expect.poll(() => screen.queryAllByRole("option").length).toBe(0);
  expect(box()).toHaveProperty("value", shown);
});

test("a single click opens the list", async () => {
  await userEvent.click(box());
  await userEvent.click(await screen.findByRole("option", { name: "Apple" }));

  expect(onChange.mock.calls[0]?.[0]).toBe("a");
});
