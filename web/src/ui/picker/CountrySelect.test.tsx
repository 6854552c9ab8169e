import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { CountrySelect } from "./CountrySelect";

function renderSelect(value = "") {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <CountrySelect label="Country" value={value} onChange={onChange} />
    </MantineProvider>,
  );
  return { onChange, box: screen.getByRole("combobox", { name: "Country" }) };
}

test.each([
  ["germ", "Germany"],
  ["de", "Germany"],
  ["uk", "United Kingdom"],
  ["new zea", "New Zealand"],
])("the country search %s finds %s, whose English name is the value", async (typed, name) => {
  const { onChange, box } = renderSelect();

  await userEvent.type(box, typed);
  await userEvent.click(await screen.findByRole("option", { name }));

  expect(onChange.mock.calls[0]?.[0]).toBe(name);
});

test.each([
  ["germany", "{Enter}", "Germany"],
  ["germany", "{Tab}", "Germany"],
  ["usa", "{Tab}", "United States"],
  ["niger", "{Tab}", "Niger"],
  ["united", "{Enter}", "United Arab Emirates"],
  ["united", "{ArrowDown}{ArrowDown}{Enter}", "United Kingdom"],
])("typing %s and pressing %s selects the country %s", async (typed, key, name) => {
  const { onChange, box } = renderSelect();

  await userEvent.type(box, typed);
  await screen.findByRole("option", { name });
  await userEvent.keyboard(key);

  expect(onChange.mock.calls.map(([chosen]) => chosen)).toEqual([name]);
});

test.each([
  ["united", "{Tab}"],
  ["nowhere", "{Tab}"],
])("typing %s and pressing %s selects no country", async (typed, key) => {
  const { onChange, box } = renderSelect();

  await userEvent.type(box, typed);
  await userEvent.keyboard(key);

  expect(onChange).not.toHaveBeenCalled();
});

test("searching for the chosen country keeps it", async () => {
  const { onChange, box } = renderSelect("Germany");

  await userEvent.clear(box);
  await userEvent.type(box, "germany{Enter}");
  await userEvent.tab();

  expect(onChange).not.toHaveBeenCalled();
  expect(box).toHaveProperty("value", "Germany");
});

test("the middle of a word finds no country", async () => {
  const { box } = renderSelect();

  await userEvent.type(box, "ermany");

  expect(screen.queryAllByRole("option")).toEqual([]);
});

test("a country name that is in no list is kept", () => {
  const { box } = renderSelect("Kingdom of Elsewhere");

  expect(box).toHaveProperty("value", "Kingdom of Elsewhere");
});
