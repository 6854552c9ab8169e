import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";

import { DecimalInput } from "./DecimalInput";

function show(language: string) {
  vi.spyOn(navigator, "language", "get").mockReturnValue(language);
  const sent: string[] = [];
  function Form() {
    const [amount, setAmount] = useState("");
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.push(amount);
        }}
      >
        <DecimalInput label="Amount" value={amount} onChange={setAmount} />
        <button type="submit">Send</button>
      </form>
    );
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  );
  return { sent, field: screen.getByLabelText<HTMLInputElement>("Amount") };
}

test.each([
  ["de-DE", "12,50"],
  ["de-DE", "12.50"],
  ["en-GB", "12,50"],
])(
  "in locale %s the amount %s is sent as 12.50, by the button and by Enter",
  async (language, keys) => {
    const { sent, field } = show(language);
    expect(field.inputMode).toBe("decimal");

    await userEvent.type(field, keys);
    await userEvent.click(screen.getByRole("button"));
    await userEvent.clear(field);
    await userEvent.type(field, `${keys}{Enter}`);

    expect(sent).toEqual(["12.50", "12.50"]);
    expect(field.value).toBe("12.50");
  },
);

test("an ambiguous amount is sent as typed, for the portal to ask about", async () => {
  const { sent, field } = show("en-GB");

  await userEvent.type(field, "1,234{Enter}");

  expect(sent).toEqual(["1,234"]);
});
